import { errorOf, type Json } from '../../../../variations/json-responses.ts'
import { jsonOf, type WireRequest, type WireResponse, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { createMutantBuilder } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { parseControlCall } from '../../../proof/proxy/seen-accounts.ts'
import {
  BackdoorKeys,
  environmentOf,
  readAccountTime,
  sendWithKey,
} from '../../../proof/stateful/backdoor.ts'
import {
  buildResponseMutant,
  buildStatefulMutant,
  openParsedAlteration,
  type ParsedRequest,
  type ParsedResponse,
  withKey,
} from '../../../proof/stateful/stateful.ts'

/** Remembers the keys that control-protocol calls created or revoked. */
class IssuedKeys {
  readonly #byId = new Map<string, Json>()
  readonly #byValue = new Map<string, Json>()
  readonly revoked = new Set<string>()
  /** The accounts with a revoked key. */
  readonly accountsWithRevocation = new Set<string>()

  /** Remembers the key if the call created or revoked one. */
  recordCall(request: WireRequest, response: WireResponse): void {
    const { account, call } = parseControlCall(request)
    const json = jsonOf(response)
    if (call === 'keys' && request.method === 'POST' && isObject(json)) {
      this.#byId.set(String(json['id']), json)
      this.#byValue.set(String(json['key']), json)
    }
    const key = call.startsWith('keys/') ? this.#byId.get(call.slice(5)) : undefined
    if (request.method !== 'DELETE' || key === undefined) return
    this.revoked.add(String(key['key']))
    this.accountsWithRevocation.add(account)
  }

  /** Returns the response that created the key with this value; undefined for other keys. */
  findByValue(value: string): Json | undefined {
    return this.#byValue.get(value)
  }
}

/** Decides which invalid keys a broken service accepts. `issued` has all keys that were created or revoked. */
type KeyAcceptance = (issued: IssuedKeys) => {
  accepts(asked: ParsedRequest): Promise<boolean>
  notes?(seen: ParsedResponse): Promise<void>
}

/** Creates mutants (deliberately broken services) that accept some keys which they should refuse. */
const buildAcceptedKeyMutant = createMutantBuilder((open: KeyAcceptance) =>
  openParsedAlteration(() => {
    const issued = new IssuedKeys()
    const keys = new BackdoorKeys()
    const { accepts, notes } = open(issued)
    return {
      controlled: (request, response) => issued.recordCall(request, response),
      before: async (asked) => {
        if (!(await accepts(asked))) return undefined
        const scopes = issued.findByValue(asked.key)?.['scopes']
        const given = Array.isArray(scopes) ? scopes.map(String) : undefined
        const instead = await keys.findOrCreate(asked.wire, [asked.account, environmentOf(asked), given])
        return withKey(asked.request, instead)
      },
      after: async (seen) => {
        await notes?.(seen)
        return undefined
      },
    }
  }),
)

/** Deliberately broken services that give a key the rights of another key of its client, or rights that it had before. */
export const keyMutants: readonly Mutant[] = [
  buildAcceptedKeyMutant(
    'revoked-key-back-next-day',
    'A day after its revocation, a revoked key works again.',
  )
    .kills('EXPL-007')
    .by((issued) => {
      const since = new Map<string, number>()
      return {
        accepts: async (asked) => {
          if (!issued.revoked.has(asked.key)) return false
          const now = await readAccountTime(asked)
          const from = since.get(asked.key) ?? now
          since.set(asked.key, from)
          return now - from > 86_400_000
        },
      }
    }),
  buildAcceptedKeyMutant(
    'key-in-use-outlives-expiry',
    'A key that is used in its last ten seconds works for ten seconds longer.',
  )
    .kills('EXPL-007')
    .by((issued) => {
      const used = new Map<string, number>()
      return {
        accepts: async (asked) => {
          const end = Date.parse(String(issued.findByValue(asked.key)?.['expires_at']))
          if (Number.isNaN(end)) return false
          const now = await readAccountTime(asked)
          return now >= end && now < end + 10_000 && (used.get(asked.key) ?? 0) >= end - 10_000
        },
        notes: async (seen) => {
          if (seen.response.status < 300 && issued.findByValue(seen.key)?.['expires_at'] != null)
            used.set(seen.key, await readAccountTime(seen))
        },
      }
    }),
  buildResponseMutant(
    'key-scopes-accumulate',
    'The error about a scope lists the scopes of all keys of the client that were refused so far.',
  )
    .kills('EXPL-007')
    .by(() => {
      const scopes = new Map<string, Set<unknown>>()
      return (seen) => {
        const error = errorOf(seen.response)
        if (seen.code !== 'AUTH.KEY.INSUFFICIENT_SCOPE' || !Array.isArray(error?.['key_scopes']))
          return undefined
        const all = scopes.get(seen.account) ?? new Set<unknown>()
        scopes.set(seen.account, all)
        for (const scope of error['key_scopes']) all.add(scope)
        return all.size > error['key_scopes'].length
          ? withJson(seen.response, { error: { ...error, key_scopes: [...all] } })
          : undefined
      }
    }),
  buildStatefulMutant(
    'key-after-revocation-unscoped',
    'A key that is created after another key of the client was revoked has every scope.',
  )
    .kills('EXPL-010')
    .by(() => {
      const issued = new IssuedKeys()
      const keys = new BackdoorKeys()
      const free = new Set<string>()
      return {
        controlled: (request, response) => {
          issued.recordCall(request, response)
          const { account, call } = parseControlCall(request)
          const made = jsonOf(response)
          const isMade = request.method === 'POST' && call === 'keys' && isObject(made)
          if (isMade && issued.accountsWithRevocation.has(account)) free.add(String(made['key']))
        },
        after: async (seen) => {
          if (seen.code !== 'AUTH.KEY.INSUFFICIENT_SCOPE' || !free.has(seen.key)) return undefined
          const { method, path, body } = seen.request
          const key = await keys.findOrCreate(seen.wire, [seen.account, environmentOf(seen)])
          const sent = body.length === 0 ? undefined : JSON.parse(body.toString())
          return {
            ...(await sendWithKey(seen.wire, key, [method, path, sent])),
            headers: seen.response.headers,
          }
        },
      }
    }),
]
