/** A GeoJSON square, by its south-west corner and its side in degrees. */
export const square = (west = 2.1, south = 13.5, side = 0.01) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ],
  ],
});
