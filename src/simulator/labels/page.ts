import type PDFDocument from 'pdfkit'

/** One open PDF page; places and sizes in points, from the top left corner. */
export type Page = InstanceType<typeof PDFDocument>

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** 4 x 6 inches. */
export const pageSize = { width: 288, height: 432 } as const
