/** Borders and outlines of a device pixel or two stay as they are. */
const FINE_PX = 2;
const PX = /(?<![\w.#-])(-?\d*\.?\d+)px\b/g;

/**
 * PostCSS plugin: lengths are written in px, for a text of 16 px, and follow the size of text that a person chose in the
 * browser. At the usual size nothing changes.
 */
export const scaleWithText = () => {
  const scaled = (value, unit) =>
    value.replaceAll(PX, (px, length) => (Math.abs(length) <= FINE_PX ? px : `${length / 16}${unit}`));
  const isOurs = ({ source }) => !source?.input.file?.includes('node_modules');
  return {
    postcssPlugin: 'scale-with-text',
    Declaration(declaration) {
      if (isOurs(declaration) && declaration.value.includes('px'))
        declaration.value = scaled(declaration.value, 'rem');
    },
    AtRule: {
      media(rule) {
        if (isOurs(rule)) rule.params = scaled(rule.params, 'em');
      },
    },
  };
};
