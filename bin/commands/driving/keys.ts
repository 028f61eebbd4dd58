import type { KeyBody } from '../../../src/simulator/bodies/control/keys.ts'
import { scopes } from '../../../src/simulator/specification/scopes.ts'
import { createChoiceReader, instant, text } from '../../files/reader.ts'
import {
  defineArgument,
  defineListOption,
  defineOption,
  defineOptionWithDefault,
} from '../../parsing/option.ts'
import { formatColumns } from '../../printing/columns.ts'
import { defineRemoteCommand } from '../../remote.ts'

const environment = defineOptionWithDefault({
  name: 'environment',
  describe: 'test or live',
  reader: createChoiceReader(['test', 'live']),
  otherwise: 'test',
})

const scopeList = defineListOption({
  name: 'scopes',
  describe: `scopes of the key, separated by commas (all by default): ${scopes.join(', ')}`,
  reader: createChoiceReader(scopes),
})

const expiresAt = defineOption({
  name: 'expires-at',
  describe: 'when the key expires, ISO 8601',
  reader: instant,
})

const id = defineArgument({ name: 'ID', describe: 'the id of the key, as keys list shows it', reader: text })

export const keysCreate = defineRemoteCommand({
  options: [environment, scopeList, expiresAt],
  examples: [
    {
      line: 'drydock keys create --scopes rates:read,wallet:read',
      does: 'Create a test key with two scopes',
    },
    {
      line: 'drydock keys create --environment live --expires-at 2031-01-01T00:00:00Z',
      does: 'Create a live key that expires',
    },
  ],
  act: async ({ account }, input, note) => {
    const wanted = input.get(scopeList)
    const expires_at = input.get(expiresAt)
    const created = await account.createKey({
      environment: input.get(environment),
      ...(wanted.length > 0 && { scopes: wanted }),
      ...(expires_at !== undefined && { expires_at }),
    })
    note('The key is not shown again.')
    return [
      created.key,
      `${created.id} may ${created.scopes.join(', ')}; ${describeExpiry(created.expires_at)}.`,
    ]
  },
})

export const keysList = defineRemoteCommand({
  examples: [{ line: 'drydock keys list', does: 'List all keys, with their state' }],
  act: async ({ account }) => {
    // Reads the clock before the list of keys, because --json prints the last response.
    const now = await account.clock.now()
    return formatColumns((await account.listKeys()).map((key) => formatKey(key, now)))
  },
})

export const keysRevoke = defineRemoteCommand({
  arguments: [id],
  examples: [
    { line: 'drydock keys revoke key_k2', does: 'Revoke a key; requests with it then get AUTH.KEY.REVOKED' },
  ],
  act: async ({ account }, input) => {
    await account.revokeKey(input.get(id))
    return [`${input.get(id)} is revoked.`]
  },
})

function formatKey(key: KeyBody, now: string): readonly string[] {
  const allowed = key.scopes.length === scopes.length ? 'all scopes' : key.scopes.join(', ')
  const state = key.revoked_at === null ? describeExpiry(key.expires_at, now) : `revoked ${key.revoked_at}`
  return [key.id, `${key.prefix}…${key.last_four}`, state, allowed]
}

/** Describes when a key expires or has expired. At the exact time of its expiry a key is still valid (choices 14). */
function describeExpiry(expiresAt: string | null, now?: string): string {
  if (expiresAt === null) return 'never expires'
  const isPast = now !== undefined && Date.parse(expiresAt) < Date.parse(now)
  return `${isPast ? 'expired' : 'expires'} ${expiresAt}`
}
