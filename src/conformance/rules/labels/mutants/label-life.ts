import {
  answers,
  errorOf,
  isLive,
  type Json,
  mutant,
  refuses,
  successJson,
} from '../../../selftest/builders.ts'
import type { Alteration, Mutant } from '../../../selftest/mutant.ts'
import { refusal } from '../../../selftest/refusal.ts'
import {
  headerOf,
  type WireRequest,
  type WireResponse,
  withHeader,
  withJson,
} from '../../../selftest/wire.ts'

const isDownload = ({ path }: WireRequest): boolean => path.endsWith('/download')

const hour = 3_600_000

/** Refuses a void as if the package had been scanned. */
const ineligible = (when: (request: WireRequest, elapsedMs: number) => boolean): Alteration =>
  refuses('voidLabel', 422, 'LABEL.VOID.INELIGIBLE', (_, request, wire) =>
    when(request, wire.advancedMs(wire.accountOf(request))),
  )

/** Carries out what is refused after a scan, once so much time has passed. */
const voidsAfter = (elapsedMs: number): Alteration => ({
  response: (response, request, wire) =>
    request.operation === 'voidLabel' &&
    errorOf(response)?.['code'] === 'LABEL.VOID.INELIGIBLE' &&
    wire.advancedMs(wire.accountOf(request)) >= elapsedMs
      ? { ...withJson(response, { void_status: 'void_requested' }), status: 200 }
      : undefined,
})

/** Changes the shipments that the control protocol lists. */
const history = (change: (shipment: Json) => boolean): Alteration => ({
  controlResponse: (response) => {
    const json = successJson(response)
    const shipments = json?.['shipments']
    if (!Array.isArray(shipments)) return undefined
    const left = shipments.filter((each) => change(Object(each)))
    return left.length === shipments.length ? undefined : withJson(response, { ...json, shipments: left })
  },
})

/** Answers a refusal of a download with the PDF. */
const givesTo = (code: string): Alteration => ({
  response: (response, request) =>
    isDownload(request) && errorOf(response)?.['code'] === code
      ? { status: 200, headers: { 'content-type': 'application/pdf' }, body: Buffer.from('%PDF-1.7\n%%EOF') }
      : undefined,
})

const withPlace = (json: Json, zip: string): Json => ({
  ...json,
  to_address: { ...Object(json['to_address']), city: 'Elsewhere', zip },
})

/** What becomes of labels after their purchase. */
export const labelLifeMutants: readonly Mutant[] = [
  mutant(
    'label-gone-after-a-day',
    'A label is not found any more a day after its purchase.',
    ['LABEL-401'],
    refuses(
      'getLabel',
      404,
      'LABEL.NOT_FOUND',
      (_, request, wire) => wire.advancedMs(wire.accountOf(request)) > 24 * hour,
    ),
  ),
  mutant(
    'label-read-made-now',
    'A label that is read was made a day before it was.',
    ['LABEL-402'],
    answers('getLabel', (json) => ({
      ...json,
      created_at: new Date(Date.parse(String(json['created_at'])) - 24 * hour).toISOString(),
    })),
  ),
  mutant(
    'label-read-elsewhere',
    'A label that is read goes to another place.',
    ['LABEL-402'],
    answers('getLabel', (json) => withPlace(json, '99501')),
  ),
  mutant(
    'label-read-url-dead',
    'The label_url of a label that is read leads nowhere.',
    ['LABEL-403'],
    answers('getLabel', (json) => ({ ...json, label_url: `${String(json['label_url'])}-gone` })),
  ),
  mutant(
    'live-label-read-sandbox',
    'A live label that is read says that it is of the sandbox.',
    ['LABEL-404'],
    answers('getLabel', (json, request) => (isLive(request) ? { ...json, sandbox: true } : undefined)),
  ),
  mutant(
    'live-label-void-hidden',
    'A live label does not show its void.',
    ['LABEL-407'],
    answers('getLabel', (json, request) =>
      isLive(request)
        ? Object.fromEntries(Object.entries(json).filter(([name]) => !name.startsWith('void')))
        : undefined,
    ),
  ),
  mutant(
    'live-labels-without-shipments',
    'A label that was bought with a live key is not in the shipping history.',
    ['LABEL-405'],
    history(() => false),
  ),
  mutant(
    'names-in-another-encoding',
    'Letters with accents come back as two others each.',
    ['LABEL-408'],
    answers('buyLabel', (json) => {
      const to = Object(json['to_address'])
      const name = Buffer.from(String(to['name']), 'utf8').toString('latin1')
      return name === to['name'] ? undefined : { ...json, to_address: { ...to, name } }
    }),
  ),
  mutant(
    'zip-codes-as-numbers',
    'A ZIP code loses the zero it begins with.',
    ['LABEL-408'],
    answers('buyLabel', (json) => {
      const to = Object(json['to_address'])
      const zip = String(to['zip'])
      return zip.startsWith('0') ? { ...json, to_address: { ...to, zip: String(Number(zip)) } } : undefined
    }),
  ),
  {
    id: 'clone-elsewhere',
    deviation: 'A clone goes to another place.',
    kills: ['LABEL-406'],
    open: () => {
      let count = 0
      return answers('buyLabel', (json) => {
        count += 1
        return count % 2 === 0 ? withPlace(json, '99501') : undefined
      })
    },
  },
  mutant(
    'void-on-first-day-only',
    'A label can be voided on its first day alone.',
    ['VOID-101'],
    ineligible((_, elapsedMs) => elapsedMs > 24 * hour),
  ),
  mutant(
    'scan-by-event-unheard',
    'A label can be voided after the carrier told that its package is on its way.',
    ['VOID-102'],
    voidsAfter(0),
  ),
  mutant(
    'scan-forgotten-in-a-day',
    'A day after its scan a label can be voided again.',
    ['VOID-103'],
    voidsAfter(24 * hour),
  ),
  {
    id: 'void-marks-all',
    deviation: 'After the void of one label no other can be voided.',
    kills: ['VOID-104'],
    open: () => {
      const voided = new Map<string | undefined, string>()
      return {
        response: (response, request, wire) => {
          if (request.operation !== 'voidLabel' || response.status > 299) return undefined
          const account = wire.accountOf(request)
          const first = voided.get(account) ?? request.path
          voided.set(account, first)
          return first === request.path ? undefined : refusal(422, 'LABEL.VOID.ALREADY_REQUESTED')
        },
      }
    },
  },
  {
    id: 'scan-marks-all',
    deviation: 'After the scan of one package no label can be voided.',
    kills: ['VOID-105'],
    open: () => {
      let isScanned = false
      return {
        controlRequest: (request) => {
          isScanned ||= request.path.includes('/scan')
          return undefined
        },
        response: (response, request) =>
          isScanned && request.operation === 'voidLabel' && response.status < 300
            ? refusal(422, 'LABEL.VOID.INELIGIBLE')
            : undefined,
      }
    },
  },
  mutant('voids-at-once', 'Voids of a label that come at once are all done.', ['VOID-106'], {
    response: (response, request) =>
      request.operation === 'voidLabel' && errorOf(response)?.['code'] === 'LABEL.VOID.ALREADY_REQUESTED'
        ? { ...withJson(response, { void_status: 'void_requested' }), status: 200 }
        : undefined,
  }),
  mutant(
    'download-for-anybody',
    'A key that nobody was given gets the PDF of a label.',
    ['PDF-101'],
    givesTo('AUTH.KEY.INVALID'),
  ),
  mutant(
    'download-once-expired',
    'A key past its expiration gets the PDF of a label.',
    ['PDF-102'],
    givesTo('AUTH.KEY.EXPIRED'),
  ),
  mutant(
    'download-scope-bare',
    'A download that is refused for its scope has no link to its error.',
    ['PDF-103'],
    {
      response: (response, request) => {
        const error = errorOf(response)
        if (!isDownload(request) || response.status !== 403 || error === undefined) return undefined
        const { docs_url: _, ...others } = error
        return withJson(response, { error: others })
      },
    },
  ),
  {
    id: 'downloads-of-one-id',
    deviation: 'All downloads have the same request id.',
    kills: ['HEAD-007'],
    open: () => {
      let first: string | undefined
      return {
        response: (response: WireResponse, request: WireRequest) => {
          if (!isDownload(request)) return undefined
          first ??= headerOf(response, 'x-request-id')
          return withHeader(response, 'x-request-id', first)
        },
      }
    },
  },
]
