import { styleText } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import { defaultKeys } from '../src/client/default-keys.ts'
import type { DrydockServer } from '../src/server/drydock-server.ts'
import { columns } from './columns.ts'

/** What a person needs to begin: where it is, how to be let in, what is kept, and a first request. */
export function showBanner(
  { url, seed, durability }: DrydockServer,
  { isControlled, hasToken }: { readonly isControlled: boolean; readonly hasToken: boolean },
): string {
  const facts = columns([
    ['  url', url],
    ['  test key', defaultKeys.test],
    ['  live key', defaultKeys.live],
    ['  kept in', durability],
    ['  seed', seed],
    ['  control', isControlled ? `${url}/_drydock, ${hasToken ? 'with its token' : 'no token'}` : 'off'],
  ])
  return [
    styleText('bold', `drydock ${manifest.version}`),
    ...facts,
    '',
    `  curl ${url}/v1/wallet -H 'Authorization: Bearer ${defaultKeys.test}'`,
    '',
    '',
  ].join('\n')
}
