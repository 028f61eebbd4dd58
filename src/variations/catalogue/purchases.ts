import { isObject } from '../json.ts'
import { changeSuccesses, isLive, type Json, readSuccessJson } from '../json-responses.ts'
import { replaceOutgoingText } from '../text-replacement.ts'
import type { Variation } from '../variation.ts'
import { withJson, withSignedBody } from '../wire.ts'

/** Variations of labels, wallets and PDFs. */
export const purchaseVariations: readonly Variation[] = [
  {
    id: 'wallet-as-list',
    what: 'The wallet is a list of balances; an unlimited balance has no number.',
    silent: { choice: 32 },
    offered: {
      changes: ['wallet'],
      because: 'The specification does not show the fields of the wallet record.',
    },
    open: () =>
      changeSuccesses('getWallet', ({ balance_cents, auto_reload }, request) => {
        const reload = isObject(auto_reload) && auto_reload['enabled'] === true ? 'on' : 'off'
        const balance = { amount_cents: balance_cents, available_cents: balance_cents, pending: [] }
        return isLive(request)
          ? { balances: [balance], reload }
          : { balances: [{ amount_cents: null, available_cents: 'unlimited' }] }
      }),
  },
  {
    id: 'wallet-with-statistics',
    what: 'The wallet shows the number of sandbox labels, and lists the latest labels.',
    silent: { choice: 32 },
    open: () => {
      const bought = new Map<string | undefined, readonly Json[]>()
      return {
        response: (response, request, wire) => {
          const json = readSuccessJson(response)
          const account = wire.accountOf(request)
          const list = bought.get(account) ?? []
          if (json === undefined) return undefined
          if (request.operation === 'buyLabel') {
            const free = json['sandbox'] === true
            const entry = { label_id: json['id'], amount_cents: free ? 0 : json['rate_cents'] }
            bought.set(account, [{ ...entry, left: 1_000 - list.length }, ...list].slice(0, 10))
          }
          if (request.operation !== 'getWallet') return undefined
          const [last] = list
          const simulated = list.filter(({ amount_cents }) => amount_cents === 0).length
          return withJson(response, {
            ...json,
            simulated_labels: simulated,
            last_label_id: last?.['label_id'] ?? null,
            recent_transactions: list,
          })
        },
      }
    },
  },
  {
    id: 'several-balances',
    what: 'The wallet has several amounts: available, reserved, a gift, and their sum.',
    silent: { choice: 32 },
    offered: {
      changes: ['wallet'],
      because: 'The specification does not show which field of the wallet is its balance.',
    },
    open: () =>
      changeSuccesses('getWallet', (wallet) => {
        const cents = Number(wallet['balance_cents'])
        const gift_cents = 2_500
        const total_cents = cents + gift_cents
        return { gift_cents, total_cents, reserved_cents: 0, ...wallet, available_cents: cents }
      }),
  },
  {
    id: 'labels-otherwise',
    what: 'Label URLs are signed and have another host name. Labels also have a request id, a revision number, no phone, no charge in the sandbox, and state and street names in full.',
    silent: { choice: 33 },
    open: () => {
      let count = 0
      return {
        ...changeSuccesses(['buyLabel', 'getLabel'], (json) => {
          count += 1
          return {
            ...json,
            meta: { request_id: `req_${count}`, as_of: new Date().toISOString() },
            label_url: `${json['label_url']}?signature=${count}`.replace('127.0.0.1', 'localhost'),
            revision: count,
            rate_cents: json['sandbox'] === true ? 0 : json['rate_cents'],
            from_address: respellAddress(json['from_address']),
            to_address: respellAddress(json['to_address']),
          }
        }),
        webhook: (delivery) => {
          const text = delivery.body.toString('utf8')
          if (text.match(sandboxNumberPattern) === null) return undefined
          return [withSignedBody(delivery, Buffer.from(text.replace(/"rate_cents":\d+/, '"rate_cents":0')))]
        },
      }
    },
  },
  {
    id: 'one-sample-number',
    what: 'All labels of the sandbox have the same tracking number.',
    silent: { statement: 'SERVICE-28' },
    offered: {
      changes: ['tracking numbers'],
      because: 'The specification says only that the number begins with 9999. The id identifies a label.',
    },
    open: () => replaceOutgoingText((text) => text.replace(sandboxNumberPattern, sampleNumber)),
  },
  {
    id: 'pdf-elsewhere',
    what: 'Downloads redirect to a storage server, and sandbox PDFs have the status 203.',
    silent: { choice: 33 },
    open: () => ({
      response: (response, { path }) => {
        if (response.status !== 200) return undefined
        if (path.includes('/sandbox/labels/')) return { ...response, status: 203 }
        if (!path.endsWith('/download')) return undefined
        const headers = { ...response.headers, location: 'https://storage.example.com/label.pdf' }
        return { status: 302, headers, body: Buffer.alloc(0) }
      },
    }),
  },
  {
    id: 'undated-labels',
    what: 'Labels have no `created_at`.',
    silent: { statement: 'RESOURCES-67' },
    offered: {
      changes: ['label fields'],
      because: 'The specification shows `created_at` in the payload of the webhook only.',
    },
    open: () => changeSuccesses(['buyLabel', 'getLabel'], ({ created_at: _, ...label }) => label),
  },
]

const sandboxNumberPattern = /"9999\d{10,}"/g
const sampleNumber = '"9999000000000000000000"'

/** Returns an address of a label in another spelling, with null as its phone number and email address. */
function respellAddress(address: unknown): unknown {
  if (!isObject(address)) return address
  const street = String(address['street']).replace(/Ave$/, 'Avenue').replace('5th', 'Fifth')
  const state = { TX: 'Texas', NY: 'New York' }[String(address['state'])] ?? address['state']
  return { ...address, street, street1: street, state, country: 'USA', phone: null, email: null }
}
