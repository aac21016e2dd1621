import { saveBlob } from '../../state/save-csv.ts';

const COPIED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'fill-opacity',
  'font-size',
  'font-family',
];
const SCALE = 2;
const MARGIN = 16;
const HEAD = 34;

/** The chart as it is drawn, with its title, at twice the size: what a slide or a message takes. */
export async function saveImage(
  chart: SVGSVGElement,
  { title, name, series }: { title: string; name: string; series: { name: string; color: number }[] },
): Promise<void> {
  const { width, height } = chart.getBoundingClientRect();
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(chart, width, height))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * MARGIN) * SCALE;
  canvas.height = (height + 2 * MARGIN + HEAD) * SCALE;
  const drawing = canvas.getContext('2d');
  if (!drawing) return;
  const style = getComputedStyle(document.documentElement);
  drawing.scale(SCALE, SCALE);
  drawing.fillStyle = style.getPropertyValue('--panel');
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.fillStyle = style.getPropertyValue('--ink');
  drawing.font = `600 15px ${style.fontFamily}`;
  drawing.fillText(title, MARGIN, MARGIN + 16);
  let x = MARGIN + drawing.measureText(title).width + 24;
  drawing.font = `12.5px ${style.fontFamily}`;
  for (const one of series.length > 1 ? series : []) {
    drawing.fillStyle = style.getPropertyValue(`--s${one.color}`);
    drawing.fillRect(x, MARGIN + 7, 9, 9);
    drawing.fillStyle = style.getPropertyValue('--soft');
    drawing.fillText(one.name, x + 15, MARGIN + 16);
    x += 15 + drawing.measureText(one.name).width + 16;
  }
  drawing.drawImage(image, MARGIN, MARGIN + HEAD, width, height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob) saveBlob(`${name}.png`, blob);
}

/** Outside of the page no style sheet applies: each part carries what it looks like. */
function standalone(chart: SVGSVGElement, width: number, height: number): string {
  const copy = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  copy.append(...[...chart.childNodes].map((node) => node.cloneNode(true)));
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const originals = chart.querySelectorAll('*');
  for (const [index, part] of [...copy.querySelectorAll('*')].entries()) {
    const original = originals[index];
    if (!original) continue;
    const style = getComputedStyle(original);
    for (const property of COPIED) part.setAttribute(property, style.getPropertyValue(property));
  }
  return new XMLSerializer().serializeToString(copy);
}
