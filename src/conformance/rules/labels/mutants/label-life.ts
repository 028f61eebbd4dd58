import { changeSuccesses, isLive, type Json, readSuccessJson } from '../../../../variations/json-responses.ts'
import { withJson } from '../../../../variations/wire.ts'
import { buildMutant, createJsonMutantBuilder, refuseWith } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'

const buildLabelMutant = createJsonMutantBuilder('getLabel')
const buildPurchaseMutant = createJsonMutantBuilder('buyLabel')

const hourMs = 3_600_000

/** Creates a deliberately broken service that lists only the shipments for which `isListed` returns true. */
const filterShipments = (isListed: (shipment: Json) => boolean): Alteration => ({
  controlResponse: (response) => {
    const json = readSuccessJson(response)
    const shipments = json?.['shipments']
    if (!Array.isArray(shipments)) return undefined
    const left = shipments.filter((each) => isListed(Object(each)))
    return left.length === shipments.length ? undefined : withJson(response, { ...json, shipments: left })
  },
})

const changeRecipientZip = (json: Json, zip: string): Json => ({
  ...json,
  to_address: { ...Object(json['to_address']), city: 'Elsewhere', zip },
})

/** Deliberately broken services that lose or change labels after their purchase. */
export const labelLifeMutants: readonly Mutant[] = [
  buildMutant('label-gone-after-a-day', 'A label is not found a day after its purchase.')
    .kills('LABEL-401')
    .by(
      refuseWith(
        'getLabel',
        404,
        'LABEL.NOT_FOUND',
        (_, request, wire) => wire.advancedMs(wire.accountOf(request)) > 24 * hourMs,
      ),
    ),
  buildLabelMutant('label-read-made-now', 'A label that is read has a creation time one day too early.')
    .kills('LABEL-402')
    .by((json) => ({
      ...json,
      created_at: new Date(Date.parse(String(json['created_at'])) - 24 * hourMs).toISOString(),
    })),
  buildLabelMutant('label-read-elsewhere', 'A label that is read has another recipient address.')
    .kills('LABEL-402')
    .by((json) => changeRecipientZip(json, '99501')),
  buildLabelMutant('label-read-url-dead', 'The label_url of a label that is read does not lead to its PDF.')
    .kills('LABEL-403')
    .by((json) => ({ ...json, label_url: `${String(json['label_url'])}-gone` })),
  buildLabelMutant('live-label-read-sandbox', 'A live label that is read is marked as a sandbox label.')
    .kills('LABEL-404')
    .by((json, request) => (isLive(request) ? { ...json, sandbox: true } : undefined)),
  buildLabelMutant('live-label-void-hidden', 'Reading a voided live label does not show that it was voided.')
    .kills('LABEL-407')
    .by((json, request) =>
      isLive(request)
        ? Object.fromEntries(Object.entries(json).filter(([name]) => !name.startsWith('void')))
        : undefined,
    ),
  buildMutant(
    'live-labels-without-shipments',
    'A label that was bought with a live key is not in the shipping history.',
  )
    .kills('LABEL-405')
    .by(filterShipments(() => false)),
  buildPurchaseMutant(
    'names-in-another-encoding',
    'In address texts of labels, each letter with an accent becomes two other characters.',
  )
    .kills('LABEL-408')
    .by((json) => {
      const to = Object(json['to_address'])
      const name = Buffer.from(String(to['name']), 'utf8').toString('latin1')
      return name === to['name'] ? undefined : { ...json, to_address: { ...to, name } }
    }),
  buildPurchaseMutant('zip-codes-as-numbers', 'The ZIP code of a label loses its leading zero.')
    .kills('LABEL-408')
    .by((json) => {
      const to = Object(json['to_address'])
      const zip = String(to['zip'])
      return zip.startsWith('0') ? { ...json, to_address: { ...to, zip: String(Number(zip)) } } : undefined
    }),
  buildMutant('clone-elsewhere', 'The clone of a shipment has another recipient address.')
    .kills('LABEL-406')
    .by(() => {
      let count = 0
      return changeSuccesses('buyLabel', (json) => {
        count += 1
        return count % 2 === 0 ? changeRecipientZip(json, '99501') : undefined
      })
    }),
]
