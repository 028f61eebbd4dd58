import { styleText } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import type { DrydockServer } from '../../src/server/drydock-server.ts'
import { formatColumns } from './columns.ts'

const none = 'none (drydock keys create makes one)'

/**
 * Returns the lines for a person at the start: addresses, keys, where data are stored, and a first request.
 */
export function showBanner(
  { url, seed, durability, credentials, applied }: DrydockServer,
  { isControlled, hasToken }: { readonly isControlled: boolean; readonly hasToken: boolean },
): string {
  const { keys } = credentials()
  const varied = applied().map(({ id }) => id)
  const key = keys.test ?? keys.live
  const facts = formatColumns([
    ['  url', url],
    ...(isControlled ? [['  dashboard', `${url}/dashboard`]] : []),
    ['  reference', `${url}/docs`],
    ['  test key', keys.test ?? none],
    ['  live key', keys.live ?? none],
    ['  kept in', durability],
    ['  seed', seed],
    ...(varied.length === 0 ? [] : [['  varied', varied.join(', ')]]),
    ['  control', isControlled ? `${url}/_drydock, ${hasToken ? 'with its token' : 'no token'}` : 'off'],
  ])
  return [
    styleText('bold', `drydock ${manifest.version}`),
    ...facts,
    '',
    ...(key === null ? [] : [`  curl ${url}/v1/wallet -H 'Authorization: Bearer ${key}'`, '']),
    '',
  ].join('\n')
}
