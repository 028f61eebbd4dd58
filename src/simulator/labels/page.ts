/** An open page of a PDF or SVG document that is drawn on; places and sizes in points, from the top left corner. */
export interface Page {
  save(): Page
  restore(): Page
  translate(x: number, y: number): Page
  scale(x: number, y?: number): Page
  rotate(degrees: number): Page
  fillColor(colour: string): Page
  strokeColor(colour: string): Page
  lineWidth(width: number): Page
  lineCap(cap: 'round'): Page
  lineJoin(join: 'round'): Page
  moveTo(x: number, y: number): Page
  lineTo(x: number, y: number): Page
  rect(x: number, y: number, width: number, height: number): Page
  circle(x: number, y: number, radius: number): Page
  fill(): Page
  stroke(colour?: string): Page
  font(name: string): Page
  fontSize(sizePt: number): Page
  widthOfString(text: string): number
  text(
    text: string,
    x: number,
    y: number,
    options: { readonly lineBreak: false; readonly baseline: 'alphabetic' },
  ): Page
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The size of a label, 4 x 6 inches, in points. */
export const pageSize = { width: 288, height: 432 } as const
