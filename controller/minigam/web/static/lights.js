import { svg } from './svg.js';

// An LED looks bright at small values already; a screen does not. This lifts the brightness and keeps the hue.
function onScreen(bytes) {
  const brightest = Math.max(...bytes);
  const lift = (brightest / 255) ** 0.4 / (brightest / 255);
  return bytes.map((byte) => Math.round(byte * lift));
}

function colour(hex) {
  const bytes = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return bytes.some(Boolean) ? `rgb(${onScreen(bytes).join(' ')})` : '';
}

function pixel({ x, y, radius }, index) {
  return svg('g', { class: 'pixel', 'data-pixel': index, 'data-rgb': '000000' },
    svg('circle', { class: 'glow', cx: x, cy: y, r: radius * 1.75 }),
    svg('circle', { class: 'lamp', cx: x, cy: y, r: radius }));
}

function paint(element, hex) {
  if (element.dataset.rgb === hex) return;
  element.dataset.rgb = hex;
  element.style.fill = colour(hex);
  element.classList.toggle('lit', element.style.fill !== '');
}

/** Draws a pixel at each place (in strip order) and returns the function that paints a frame of bytes. */
export function createLights(layer, places) {
  const pixels = places.map(pixel);
  layer.replaceChildren(...pixels.filter(Boolean));
  return (frame) => pixels.forEach((element, index) => paint(element, frame.slice(6 * index, 6 * index + 6) || '000000'));
}
