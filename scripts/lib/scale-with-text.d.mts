export function scaleWithText(): { postcssPlugin: string };
