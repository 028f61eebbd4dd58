import { z } from 'zod'
import { auditLedger } from '../support/conformance/ledger.ts'
import { openingBalanceCents } from '../torture/confirmed-state.ts'
import type { FuzzFinding } from './check-response.ts'
import type { Pool } from './pool.ts'
import { smuggledAccount } from './raw-shapes.ts'
import type { Target } from './target.ts'

const ledger = z.object({
  ledger: z.array(
    z.object({ id: z.string(), kind: z.string(), amount_cents: z.number(), balance_cents: z.number() }),
  ),
})
const wallet = z.object({ balance_cents: z.number() })
const accounts = z.object({ accounts: z.array(z.object({ id: z.string() })) })

/** Checks an account between requests: its ledger adds up, and its state can be saved and loaded. */
export async function checkAccount(target: Target, pool: Pool): Promise<readonly FuzzFinding[]> {
  const base = `/_drydock/accounts/${pool.account}`
  const read = (path: string) => target.service.read({ method: 'GET', path: `${base}${path}` })
  const balanceCents = wallet.parse(await read('/wallet')).balance_cents
  const lines = ledger.parse(await read('/wallet/ledger')).ledger.reverse()
  const findings = auditLedger(lines, { balanceCents, startCents: openingBalanceCents }).map((what) => ({
    kind: 'ledger',
    what,
  }))
  const before = await read('/snapshot')
  const loaded = await target.service.trySend({ method: 'PUT', path: `${base}/snapshot`, body: before })
  if (loaded?.status !== 204) {
    return [...findings, { kind: 'snapshot', what: `its own was refused: ${JSON.stringify(loaded?.body)}` }]
  }
  const difference = findFirstDifference(before, await read('/snapshot'))
  if (difference !== undefined)
    findings.push({ kind: 'snapshot', what: `loaded, it is another at ${difference}` })
  const known = accounts.parse(
    await target.service.read({ method: 'GET', path: '/_drydock/accounts' }),
  ).accounts
  if (known.some(({ id }) => id === smuggledAccount))
    findings.push({ kind: 'smuggled', what: 'a request hidden in another was carried out' })
  return findings
}

/** Returns the state of an account, to compare it with the state after a restart. */
export function readAccountState({ service }: Target, { account }: Pool): Promise<unknown> {
  return service.read({ method: 'GET', path: `/_drydock/accounts/${account}/snapshot` })
}

/** Returns the first difference of two JSON values; undefined if they are equal. */
export function findFirstDifference(one: unknown, other: unknown, path = '$'): string | undefined {
  if (Object.is(one, other)) return undefined
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return path
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  for (const key of keys) {
    const found = findFirstDifference(Reflect.get(one, key), Reflect.get(other, key), `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}
