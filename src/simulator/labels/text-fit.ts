/** The size of the box for a text, in points, and the largest and smallest type size of the text. */
export interface TextRoom {
  readonly width: number
  readonly height: number
  readonly maxPt: number
  readonly minPt: number
}

export interface FittedText {
  readonly sizePt: number
  readonly lines: readonly string[]
}

/** Returns the width of a text at a type size of one point, in points. */
export type Measure = (text: string) => number

/** The distance between two lines of a text, in multiples of the type size. */
export const leading = 1.15
const ellipsis = '…'
/** A text on one line may shrink to this share of its type size; a longer text is wrapped. */
const shrinkBeforeWrapping = 0.75
const stepPt = 0.5

/**
 * Fits paragraphs into their box: it shrinks them, then wraps them, and at last cuts them with an ellipsis. The longest
 * paragraph loses lines first, so that a long name never pushes out the city.
 */
export function fitText(paragraphs: readonly string[], room: TextRoom, measureAnew: Measure): FittedText {
  const measure = cacheWidths(measureAnew)
  const widest = paragraphs.reduce((max, paragraph) => Math.max(max, measure(paragraph)), 0)
  const unwrappedPt = Math.min(
    room.maxPt,
    room.height / (paragraphs.length * leading),
    widest > 0 ? room.width / widest : room.maxPt,
  )
  if (unwrappedPt >= Math.max(room.minPt, room.maxPt * shrinkBeforeWrapping)) {
    return { sizePt: Math.floor(unwrappedPt * 10) / 10, lines: paragraphs }
  }
  for (let sizePt = room.maxPt; sizePt >= room.minPt; sizePt -= stepPt) {
    const maxLines = countLinesThatFit(room, sizePt)
    const wrapped = paragraphs.map((paragraph) =>
      wrapParagraph(paragraph, { width: room.width / sizePt, maxLines, measure }),
    )
    const lines = wrapped.flat()
    if (lines.length <= maxLines) return { sizePt, lines }
  }
  return { sizePt: room.minPt, lines: cutLines(paragraphs, room, measure) }
}

/** Returns a `measure` that caches widths: a text needs the widths of the same words at every type size. */
function cacheWidths(measure: Measure): Measure {
  const known = new Map<string, number>()
  return (text) => {
    const width = known.get(text) ?? measure(text)
    known.set(text, width)
    return width
  }
}

function countLinesThatFit(room: TextRoom, sizePt: number): number {
  return Math.max(1, Math.floor(room.height / (sizePt * leading)))
}

function cutLines(paragraphs: readonly string[], room: TextRoom, measure: Measure): string[] {
  const maxLines = countLinesThatFit(room, room.minPt)
  const width = room.width / room.minPt
  const wrapped = paragraphs
    .slice(0, maxLines)
    .map((paragraph) => wrapParagraph(paragraph, { width, maxLines, measure }))
  const kept = wrapped.map((lines) => lines.length)
  for (let total = kept.reduce((sum, count) => sum + count, 0); total > maxLines; total -= 1) {
    const longest = kept.indexOf(Math.max(...kept))
    kept[longest] = (kept[longest] ?? 0) - 1
  }
  return wrapped.flatMap((lines, index) => {
    const count = kept[index] ?? 0
    if (count === lines.length) return lines
    return [...lines.slice(0, count - 1), cutWithEllipsis(lines[count - 1] ?? '', width, measure)]
  })
}

function cutWithEllipsis(line: string, width: number, measure: Measure): string {
  let kept = line
  while (kept !== '' && measure(kept + ellipsis) > width) kept = kept.slice(0, -1)
  return kept.trimEnd() + ellipsis
}

/** Returns the lines of one paragraph. Stops after `maxLines` + 1 lines, because it is then too long. */
function wrapParagraph(
  paragraph: string,
  options: { readonly width: number; readonly maxLines: number; readonly measure: Measure },
): string[] {
  const { width, maxLines, measure } = options
  const space = measure(' ')
  const lines: string[] = []
  let line = ''
  let lineWidth = 0
  for (const word of paragraph.split(' ')) {
    if (lines.length > maxLines) return lines
    const wordWidth = measure(word)
    if (line !== '' && lineWidth + space + wordWidth <= width) {
      line += ` ${word}`
      lineWidth += space + wordWidth
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = wordWidth <= width ? [word] : splitWord(word, width, measure)
    line = pieces.pop() ?? ''
    lineWidth = measure(line)
    lines.push(...pieces)
  }
  if (line !== '') lines.push(line)
  return lines
}

function splitWord(word: string, width: number, measure: Measure): string[] {
  const pieces: string[] = []
  let piece = ''
  let pieceWidth = 0
  for (const character of word) {
    const characterWidth = measure(character)
    if (piece !== '' && pieceWidth + characterWidth > width) {
      pieces.push(piece)
      piece = ''
      pieceWidth = 0
    }
    piece += character
    pieceWidth += characterWidth
  }
  pieces.push(piece)
  return pieces
}
