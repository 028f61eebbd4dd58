import type bwipjs from 'bwip-js/node'

/** The barcode library. It is large, so it is loaded when the first label is drawn. */
export type Encoder = typeof bwipjs

/** The data that a barcode encodes, and the kind of barcode (its symbology). */
export interface Message {
  readonly symbology: 'code128' | 'gs1-128' | 'pdf417' | 'maxicode'
  readonly text: string
  /** Options of the barcode library, by the names that it uses. */
  readonly options?: Readonly<Record<string, number | boolean>>
}

/** A barcode before it is scaled: its sizes are in modules, the units of its grid. */
export type Matrix =
  /** Widths of the bars and the spaces between them, alternating, in modules. */
  | { readonly kind: 'bars'; readonly widths: readonly number[] }
  /** The cells of the barcode, row by row; 1 is a dark cell. */
  | { readonly kind: 'rows'; readonly cells: readonly number[]; readonly columns: number }
  /** The indexes of the dark hexagons in MaxiCode's grid, counted row by row. */
  | { readonly kind: 'hexagons'; readonly places: readonly number[] }

/** Encodes the content of a barcode. Throws the barcode library's error if the text does not fit the symbology. */
export function encodeSymbol(encoder: Encoder, message: Message): Matrix {
  const { symbology, text, options } = message
  const [symbol] = encoder.raw({ bcid: symbology, text, ...options })
  if (symbol === undefined) throw new Error(`The encoder gave no symbol for ${symbology}.`)
  if ('sbs' in symbol) return { kind: 'bars', widths: symbol.sbs }
  if (symbology === 'maxicode') return { kind: 'hexagons', places: symbol.pixs }
  return { kind: 'rows', cells: symbol.pixs, columns: symbol.pixx }
}
