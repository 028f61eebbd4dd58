import { replaceTextBothWays } from '../text-replacement.ts'
import type { Variation } from '../variation.ts'

const simpleIdPattern = /\b(lbl|bat|trk|rate|whd|ca|shp)_([0-9a-f]{22})([0-9a-z])([0-9a-z])\b/g
const uuidPattern =
  /\b(lbl|bat|trk|rate|whd|ca|shp)_([0-9a-f]{2})([0-9a-f]{2})0000-([0-9a-f]{4})-4([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{12})\b/g

/**
 * Replaces the simulator's ids by UUIDs. The last two characters of an id can be any letters, so each of them becomes
 * two hexadecimal digits.
 */
const replaceIdsByUuids = (text: string): string =>
  text.replace(simpleIdPattern, (_, kind: string, digits: string, ...last: string[]) => {
    const codes = last.slice(0, 2).map((each) => each.charCodeAt(0).toString(16))
    const groups = [digits.slice(0, 4), `4${digits.slice(4, 7)}`, `8${digits.slice(7, 10)}`, digits.slice(10)]
    return `${kind}_${codes.join('')}0000-${groups.join('-')}`
  })

/** Replaces UUIDs by the simulator's ids from which they were made. */
const replaceUuidsByIds = (text: string): string =>
  text.replace(uuidPattern, (_, kind: string, one: string, other: string, ...groups: string[]) => {
    const last = [one, other].map((code) => String.fromCharCode(Number.parseInt(code, 16)))
    return `${kind}_${groups.slice(0, 4).join('')}${last.join('')}`
  })

/** Variations of batches and ids. */
export const batchVariations: readonly Variation[] = [
  {
    id: 'uuids',
    what: 'Ids are UUIDs after their prefix.',
    silent: { choice: 9 },
    offered: { changes: ['ids'], because: 'The specification states at most the prefix of an id.' },
    open: () => replaceTextBothWays(replaceIdsByUuids, replaceUuidsByIds),
  },
]
