import { svg } from './svg.js';

// A strip's bytes are amounts of light, and a screen's are not: this is about sRGB's curve.
const onScreen = (bytes) => bytes.map((byte) => Math.round(255 * (byte / 255) ** (1 / 2.2)));

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
