import dhl from '../../../fixtures/labels/dhl.json' with { type: 'json' }
import fedex from '../../../fixtures/labels/fedex.json' with { type: 'json' }
import ups from '../../../fixtures/labels/ups.json' with { type: 'json' }
import usps from '../../../fixtures/labels/usps.json' with { type: 'json' }
import type { CarrierName } from '../specification/model.ts'
import type { Box } from './page.ts'
import type { TextBox } from './text-box.ts'

/** The mark of a service on the label: the first row whose `match` is part of the service's name. */
export interface ServiceMark {
  readonly match: string
  readonly mark: string
  readonly code: string
}

/** The positions of all parts of one carrier's label. */
export interface Layout {
  readonly services: readonly ServiceMark[]
  /** The areas filled with black: frames, lines and bars. */
  readonly panels: readonly Box[]
  readonly captions: readonly (TextBox & { readonly text: string })[]
  readonly fields: readonly (TextBox & { readonly field: string })[]
  readonly symbols: readonly (Box & { readonly field: string })[]
  /** The box of the word SAMPLE across the label; it covers no barcode. */
  readonly across: Box
}

export const layouts: Readonly<Record<CarrierName, Layout>> = { DHL: dhl, FedEx: fedex, UPS: ups, USPS: usps }

/** Returns the mark and the code that a label shows for a service; empty for a service without its own row. */
export function findServiceMark(layout: Layout, service: string): ServiceMark {
  const name = service.toLowerCase()
  return layout.services.find((row) => name.includes(row.match)) ?? { match: '', mark: '', code: '' }
}
