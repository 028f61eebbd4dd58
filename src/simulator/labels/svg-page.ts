import type PDFDocument from 'pdfkit'
import { type Page, pageSize } from './page.ts'

/** The drawing settings that `save` stores, and that `restore` sets again. */
interface Pen {
  readonly transform: string
  readonly fill: string
  readonly stroke: string
  readonly width: number
  readonly ends: string
}

/**
 * Draws a label as SVG. It has the methods of a PDF page, so the same code draws both, and it lets a PDF page measure
 * the texts.
 */
export class SvgPage implements Page {
  readonly #measuringPage: InstanceType<typeof PDFDocument>
  readonly #parts: string[] = []
  readonly #saved: Pen[] = []
  #pen: Pen = { transform: '', fill: 'black', stroke: 'black', width: 1, ends: '' }
  #path = ''
  #isBold = false
  #sizePt = 1

  constructor(measure: InstanceType<typeof PDFDocument>) {
    this.#measuringPage = measure
  }

  /** Returns the page as an SVG document. */
  renderDocument(title: string): string {
    const { width, height } = pageSize
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
      `<title>${escapeText(title)}</title><rect width="${width}" height="${height}" fill="white"/>`,
      ...this.#parts,
      '</svg>',
    ].join('')
  }

  save(): this {
    this.#saved.push(this.#pen)
    return this
  }

  restore(): this {
    this.#pen = this.#saved.pop() ?? this.#pen
    return this
  }

  translate(x: number, y: number): this {
    return this.#changePen({ transform: `${this.#pen.transform}translate(${x} ${y})` })
  }

  scale(x: number, y: number = x): this {
    return this.#changePen({ transform: `${this.#pen.transform}scale(${x} ${y})` })
  }

  rotate(degrees: number): this {
    return this.#changePen({ transform: `${this.#pen.transform}rotate(${degrees})` })
  }

  fillColor(colour: string): this {
    return this.#changePen({ fill: colour })
  }

  strokeColor(colour: string): this {
    return this.#changePen({ stroke: colour })
  }

  lineWidth(width: number): this {
    return this.#changePen({ width })
  }

  lineCap(cap: 'round'): this {
    return this.#changePen({ ends: `${this.#pen.ends} stroke-linecap="${cap}"` })
  }

  lineJoin(join: 'round'): this {
    return this.#changePen({ ends: `${this.#pen.ends} stroke-linejoin="${join}"` })
  }

  moveTo(x: number, y: number): this {
    return this.#addToPath(`M${x} ${y}`)
  }

  lineTo(x: number, y: number): this {
    return this.#addToPath(`L${x} ${y}`)
  }

  rect(x: number, y: number, width: number, height: number): this {
    return this.#addToPath(`M${x} ${y}h${width}v${height}h${-width}z`)
  }

  circle(x: number, y: number, radius: number): this {
    const half = `a${radius} ${radius} 0 1 0`
    return this.#addToPath(`M${x - radius} ${y}${half} ${2 * radius} 0${half} ${-2 * radius} 0`)
  }

  fill(): this {
    return this.#drawPath(`fill="${this.#pen.fill}"`)
  }

  stroke(colour: string = this.#pen.stroke): this {
    const { width, ends } = this.#pen
    return this.#drawPath(`fill="none" stroke="${colour}" stroke-width="${width}"${ends}`)
  }

  font(name: string): this {
    this.#isBold = name.endsWith('Bold')
    this.#measuringPage.font(name)
    return this
  }

  fontSize(sizePt: number): this {
    this.#sizePt = sizePt
    this.#measuringPage.fontSize(sizePt)
    return this
  }

  widthOfString(text: string): number {
    return this.#measuringPage.widthOfString(text)
  }

  text(text: string, x: number, y: number): this {
    const weight = this.#isBold ? ' font-weight="bold"' : ''
    // A browser that lacks this font still sets the text as wide as the PDF does.
    const width = ` textLength="${this.widthOfString(text)}" lengthAdjust="spacingAndGlyphs"`
    this.#parts.push(
      `<text x="${x}" y="${y}" font-family="Helvetica, Arial, sans-serif" font-size="${this.#sizePt}"${weight}${width} fill="${this.#pen.fill}" xml:space="preserve">${escapeText(text)}</text>`,
    )
    return this
  }

  #changePen(change: Partial<Pen>): this {
    this.#pen = { ...this.#pen, ...change }
    return this
  }

  #addToPath(path: string): this {
    this.#path += path
    return this
  }

  #drawPath(paint: string): this {
    const { transform } = this.#pen
    this.#parts.push(
      `<path d="${this.#path}"${transform === '' ? '' : ` transform="${transform}"`} ${paint}/>`,
    )
    this.#path = ''
    return this
  }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
