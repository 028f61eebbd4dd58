import { changeSuccesses, isLive, type Json, readSuccessJson } from '../../../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildFieldMutants, buildMutant, countUp, createMutantBuilder } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import { buildResponseMutant, withFields } from '../../../proof/stateful/stateful.ts'

const changeSandboxPurchase = (change: (json: Json) => Json): Alteration =>
  changeSuccesses('buyLabel', (json) => (json['sandbox'] === true ? change(json) : undefined))

const buildSandboxLabelMutant = createMutantBuilder(changeSandboxPurchase)

/** Deliberately broken services whose sandbox labels look like live ones or cost money. */
export const sandboxMutants: readonly Mutant[] = [
  buildResponseMutant(
    'eleventh-number-real',
    'From the eleventh sandbox label of an account on, tracking numbers look like those of live labels.',
  )
    .kills('SAND-014')
    .by(() => {
      const bought = new Map<string, number>()
      const changed = new Set<string>()
      return (seen) => {
        const { operation, json, account, id } = seen
        if (operation === 'buyLabel' && json['sandbox'] === true) {
          const count = countUp(bought, account)
          if (count > 10) changed.add(String(json['id']))
        }
        const label = operation === 'buyLabel' ? String(json['id']) : id
        if (!seen.isGood || !changed.has(label) || typeof json['tracking_number'] !== 'string')
          return undefined
        return withFields(seen, { tracking_number: json['tracking_number'].replace('9999', '7948') })
      }
    }),
  buildSandboxLabelMutant('sandbox-unmarked', 'Sandbox labels are not marked as sandbox labels.')
    .kills('SAND-001', 'SAND-002')
    .by((json) => ({ ...json, sandbox: false })),
  buildSandboxLabelMutant('real-numbers', 'Sandbox labels have tracking numbers like those of live labels.')
    .kills('SAND-001', 'SAND-003')
    .by((json) => ({ ...json, tracking_number: '1Z999AA10123456784' })),
  buildMutant('sandbox-charged', 'Purchases with a test key are charged to the sandbox wallet.')
    .kills('SAND-001', 'SAND-006')
    .by(() => {
      const spent = new Map<string | undefined, number>()
      return {
        response: (response, request, wire) => {
          const json = readSuccessJson(response)
          const account = wire.accountOf(request)
          if (json === undefined || isLive(request)) return undefined
          if (request.operation === 'buyLabel') {
            const total = (spent.get(account) ?? 0) + Number(json['rate_cents'])
            spent.set(account, total)
            return withJson(response, {
              ...json,
              wallet_balance_after_cents: Number(json['wallet_balance_after_cents']) - total,
            })
          }
          if (request.operation !== 'getWallet') return undefined
          return withJson(response, {
            ...json,
            balance_cents: Number(json['balance_cents']) - (spent.get(account) ?? 0),
          })
        },
      }
    }),
  buildMutant('sandbox-counts-spending', 'The sandbox wallet keeps its balance, but counts prices as spent.')
    .kills('SAND-001')
    .by(() => {
      let spentCents = 0
      return changeSuccesses(['buyLabel', 'getWallet'], (json, request) => {
        if (isLive(request)) return undefined
        if (request.operation === 'buyLabel') spentCents += Number(json['rate_cents'])
        return request.operation === 'buyLabel' ? json : { ...json, spent_cents: spentCents }
      })
    }),
  buildMutant(
    'sandbox-charged-bare',
    'GET /v1/wallet returns only a number, from which the prices of sandbox purchases are taken.',
  )
    .kills('SAND-001')
    .by(() => {
      let spentCents = 0
      return {
        response: (response, request) => {
          const json = readSuccessJson(response)
          if (json === undefined || isLive(request)) return undefined
          if (request.operation === 'buyLabel') spentCents += Number(json['rate_cents'])
          return request.operation === 'getWallet'
            ? withJson(response, Number(json['balance_cents']) - spentCents)
            : undefined
        },
      }
    }),
  ...buildFieldMutants('buyLabel', [['sandbox-balance', 'wallet_balance_after_cents', 'SAND-006']]),
  buildSandboxLabelMutant(
    'sample-elsewhere',
    'The label_url of sandbox labels is not under /v1/sandbox/labels/.',
  )
    .kills('SAND-004')
    .by((json) => ({ ...json, label_url: 'https://cdn.example.com/sample.pdf' })),
  buildSandboxLabelMutant(
    'sample-as-live',
    'The label_url of sandbox labels has the form of that of live labels.',
  )
    .kills('SAND-004')
    .by((json) => ({
      ...json,
      label_url: String(json['label_url'])
        .replace('/sandbox/labels/', '/labels/')
        .replace('.pdf', '/download'),
    })),
  buildMutant('sample-missing', 'The sample PDF of a sandbox label does not exist.')
    .kills('SAND-005')
    .by({
      request: (request) =>
        request.path.includes('/sandbox/labels/') ? buildErrorResponse(404, 'LABEL.NOT_FOUND') : undefined,
    }),
  buildMutant('sample-as-page', 'The sample of a sandbox label is an HTML page instead of a PDF.')
    .kills('SAND-005')
    .by({
      response: (response, { path }) =>
        path.includes('/sandbox/labels/') ? { ...response, body: Buffer.from('<html>') } : undefined,
    }),
  buildMutant('sandbox-needs-money', 'A test key cannot buy labels while the live wallet is empty.')
    .kills('SAND-007')
    .by(() => {
      let isPoor = false
      return {
        controlRequest: (request) => {
          const json = jsonOf(request)
          if (request.path.endsWith('/wallet') && isObject(json) && json['balance_cents'] === 0) isPoor = true
          return undefined
        },
        response: (response, { operation }) =>
          isPoor && operation === 'buyLabel' && response.status < 300
            ? buildErrorResponse(402, 'WALLET.INSUFFICIENT_BALANCE')
            : undefined,
      }
    }),
  buildMutant('sandbox-charges-live', 'Purchases with a test key are charged to the live wallet.')
    .kills('SAND-008')
    .by(() => ({
      response: async (response, request, wire) => {
        if (request.operation !== 'buyLabel' || isLive(request) || response.status > 299) return undefined
        await wire.control('PATCH', `/accounts/${wire.accountOf(request)}/wallet`, { balance_cents: 4_242 })
        return response
      },
    })),
  buildMutant('live-as-sandbox', 'Live labels are marked as sandbox labels.')
    .kills('SAND-009')
    .by(
      changeSuccesses('buyLabel', (json, request) =>
        isLive(request) ? { ...json, sandbox: true } : undefined,
      ),
    ),
]
