import { styleText } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import type { DrydockServer } from '../../src/server/drydock-server.ts'
import { formatColumns } from './columns.ts'

const noKeyText = 'none (drydock keys create makes one)'

/**
 * Returns the text that `drydock serve` prints at its start: URLs, keys, where data is stored, and a first request.
 */
export function renderBanner(
  { url, seed, durability, credentials, countVariationChanges }: DrydockServer,
  { isControlled, hasToken }: { readonly isControlled: boolean; readonly hasToken: boolean },
): string {
  const { keys } = credentials()
  const varied = countVariationChanges().map(({ id }) => id)
  const key = keys.test ?? keys.live
  const facts = formatColumns([
    ['  url', url],
    ...(isControlled ? [['  dashboard', `${url}/dashboard`]] : []),
    ['  reference', `${url}/docs`],
    ['  test key', keys.test ?? noKeyText],
    ['  live key', keys.live ?? noKeyText],
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
