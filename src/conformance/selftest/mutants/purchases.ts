import { isObject } from '../../wire/fields.ts'
import type { Mutant } from '../mutant.ts'
import { refusal } from '../refusal.ts'
import { headerOf, jsonOf, withHeader, withJson } from '../wire.ts'
import { answers, errorOf, forgives, isLive, keyOf, mutant, refuses, successJson } from './builders.ts'

/** Downloads, voids and money. */

const isDownload = ({ path }: { readonly path: string }): boolean => path.endsWith('/download')
const pdf = {
  status: 200,
  headers: { 'content-type': 'application/pdf' },
  body: Buffer.from('%PDF-1.7\n%%EOF\n'),
}

export const purchaseMutants: readonly Mutant[] = [
  mutant('download-as-page', 'The download of a label is a page.', ['PDF-001', 'PDF-004'], {
    response: (response, request) =>
      isDownload(request) && response.status === 200
        ? { ...response, body: Buffer.from('<html>') }
        : undefined,
  }),
  mutant('download-fails', 'The download of a label fails.', ['PDF-001'], {
    response: (response, request) =>
      isDownload(request) && response.status === 200 ? refusal(500, 'LABEL.CREATION.FAILED') : undefined,
  }),
  mutant('download-open', 'The download of a label needs no key.', ['PDF-002'], {
    request: (request) =>
      isDownload(request) && headerOf(request, 'authorization') === undefined ? pdf : undefined,
  }),
  mutant('download-cut', 'The download of a label breaks off after a few bytes.', ['PDF-001'], {
    response: (response, request) =>
      isDownload(request) && response.status === 200
        ? { ...response, body: response.body.subarray(0, 5) }
        : undefined,
  }),
  mutant('download-once-revoked', 'A revoked key still gets the PDF of a label.', ['PDF-006'], {
    response: (response, request) =>
      isDownload(request) && errorOf(response)?.['code'] === 'AUTH.KEY.REVOKED' ? pdf : undefined,
  }),
  mutant('download-of-nothing', 'Any id has a PDF.', ['PDF-003'], {
    response: (response, request) => (isDownload(request) && response.status === 404 ? pdf : undefined),
  }),
  mutant('bare-download-errors', 'A download that is refused has an error of its code alone.', ['PDF-005'], {
    response: (response, request) =>
      isDownload(request) && response.status >= 400
        ? withJson(response, { error: { code: errorOf(response)?.['code'] } })
        : undefined,
  }),
  ...(['given', 'refused'] as const).map((what) =>
    mutant(`bare-download-${what}`, `A download that is ${what} has no headers about limits.`, ['HEAD-007'], {
      response: (response, request) =>
        isDownload(request) && response.status < 300 === (what === 'given')
          ? { ...response, headers: { 'content-type': headerOf(response, 'content-type') ?? '' } }
          : undefined,
    }),
  ),
  mutant(
    'live-url-broken',
    'The label_url of a live label leads nowhere.',
    ['PDF-004'],
    answers('buyLabel', (json, request) =>
      isLive(request) ? { ...json, label_url: `${json['label_url']}x` } : undefined,
    ),
  ),
  mutant(
    'no-voids',
    'No label can be voided.',
    ['VOID-001'],
    refuses('voidLabel', 422, 'LABEL.VOID.INELIGIBLE'),
  ),
  mutant(
    'void-hidden',
    'A label does not show its void.',
    ['VOID-002'],
    answers('getLabel', (json) =>
      Object.fromEntries(Object.entries(json).filter(([name]) => !name.startsWith('void'))),
    ),
  ),
  {
    id: 'void-as-update',
    deviation: 'A void changes the time of the last change of a label alone.',
    kills: ['VOID-002'],
    open: () => {
      const voided = new Set<string>()
      let count = 0
      return {
        response: (response, request) => {
          if (request.operation === 'voidLabel' && response.status < 300) voided.add(request.path)
          const json = successJson(response)
          if (request.operation !== 'getLabel' || json === undefined) return undefined
          count += 1
          return withJson(response, {
            ...Object.fromEntries(Object.entries(json).filter(([name]) => !name.startsWith('void'))),
            changed: voided.has(request.path) ? '2030-01-02T00:00:00Z' : json['created_at'],
            meta: { reading: count },
          })
        },
      }
    },
  },
  mutant(
    'void-twice',
    'A label can be voided again.',
    ['VOID-003', 'VOID-006'],
    forgives('LABEL.VOID.ALREADY_REQUESTED', { id: 'lbl_1' }),
  ),
  mutant(
    'void-after-scan',
    'A label can be voided after its scan.',
    ['VOID-004', 'VOID-005'],
    forgives('LABEL.VOID.INELIGIBLE', { id: 'lbl_1' }),
  ),
  mutant('void-twice-ineligible', 'A second void is told as ineligible.', ['VOID-003'], {
    response: (response) =>
      errorOf(response)?.['code'] === 'LABEL.VOID.ALREADY_REQUESTED'
        ? refusal(422, 'LABEL.VOID.INELIGIBLE')
        : undefined,
  }),
  ...(
    [
      [
        'void-refused-and-done',
        'A void refused after a scan is done nevertheless.',
        'VOID-005',
        'LABEL.VOID.INELIGIBLE',
      ],
      [
        'void-counts-up',
        'A second void changes when the first was asked for.',
        'VOID-006',
        'LABEL.VOID.ALREADY_REQUESTED',
      ],
    ] as const
  ).map(
    ([id, deviation, rule, code]): Mutant => ({
      id,
      deviation,
      kills: [rule],
      open: () => {
        const refused = new Set<string>()
        return {
          response: (response, request) => {
            if (errorOf(response)?.['code'] === code) refused.add(request.path)
            const json = successJson(response)
            if (request.operation !== 'getLabel' || json === undefined || !refused.has(request.path))
              return undefined
            return withJson(response, {
              ...json,
              void_status: 'requested',
              void_requested_at: '2030-01-01T00:00:00.000Z',
            })
          },
        }
      },
    }),
  ),
  mutant(
    'unknown-voided',
    'A label that is not there can be voided.',
    ['VOID-007'],
    forgives('LABEL.NOT_FOUND', { id: 'lbl_1' }),
  ),
  mutant(
    'wallet-in-dollars',
    'The wallet tells its balance in dollars, as text.',
    ['WALLET-001', 'WALLET-007'],
    answers('getWallet', () => ({ balance: '1000.00', currency: 'USD' })),
  ),
  mutant(
    'wallet-closed',
    'The wallet cannot be read.',
    ['WALLET-001'],
    refuses('getWallet', 404, 'WALLET.NOT_FOUND'),
  ),
  {
    id: 'fee-taken',
    deviation: 'A live purchase takes a cent more than its price.',
    kills: ['WALLET-002'],
    open: () => {
      const counts = new Map<string, number>()
      return answers('buyLabel', (json, request) => {
        const count = (counts.get(keyOf(request)) ?? 0) + 1
        counts.set(keyOf(request), count)
        return isLive(request)
          ? { ...json, wallet_balance_after_cents: Number(json['wallet_balance_after_cents']) - count }
          : undefined
      })
    },
  },
  {
    id: 'live-free',
    deviation: 'Live purchases are not charged.',
    kills: ['WALLET-002'],
    open: () => {
      let first: unknown
      return answers('buyLabel', (json, request) => {
        if (!isLive(request)) return undefined
        first ??= json['wallet_balance_after_cents']
        return { ...json, wallet_balance_after_cents: first }
      })
    },
  },
  mutant(
    'balance-before',
    'A purchase tells the balance before it.',
    ['WALLET-003'],
    answers('buyLabel', (json, request) =>
      isLive(request)
        ? {
            ...json,
            wallet_balance_after_cents:
              Number(json['wallet_balance_after_cents']) + Number(json['rate_cents']),
          }
        : undefined,
    ),
  ),
  mutant(
    'wallet-frozen',
    'The wallet always shows what it held at first.',
    ['WALLET-003', 'WALLET-004'],
    answers('getWallet', (json, request) =>
      isLive(request) ? { ...json, balance_cents: 100_000 } : undefined,
    ),
  ),
  mutant('no-auto-reload', 'Auto-reload never pays in.', ['WALLET-005'], {
    controlRequest: (request) => {
      const json = jsonOf(request)
      if (!request.path.endsWith('/wallet') || !isObject(json) || !isObject(json['auto_reload']))
        return undefined
      return withHeader(withJson(request, { ...json, auto_reload: null }), 'x-changed', '1')
    },
  }),
  mutant(
    'last-cent-kept',
    'A wallet must hold more than the price.',
    ['WALLET-006'],
    refuses(
      'buyLabel',
      402,
      'WALLET.INSUFFICIENT_BALANCE',
      (json) => json['wallet_balance_after_cents'] === 0,
    ),
  ),
  ...(
    [
      ['funded-with-less', 'A wallet takes 4.99 dollars.', 499, 500],
      ['least-refused', 'A wallet does not take 5 dollars.', 500, 499],
      ['funded-with-more', 'A wallet funded with 5 dollars has 6 more.', 500, 600],
    ] as const
  ).map(([id, deviation, asked, done]) =>
    mutant(id, deviation, ['WALLET-008'], {
      controlRequest: (request) => {
        const json = jsonOf(request)
        return request.path.endsWith('/wallet/fund') && isObject(json) && json['amount_cents'] === asked
          ? withJson(request, { amount_cents: done })
          : undefined
      },
    }),
  ),
]
