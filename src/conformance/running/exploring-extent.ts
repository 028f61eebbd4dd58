import { durationMs } from '../duration.ts'
import type { Extent } from '../exploring/exploration.ts'
import { walkLength } from '../exploring/walking.ts'
import type { ConformanceOptions } from '../options.ts'
import { suiteVersion } from '../suite-version.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'

/** Walks of a run that asked for no more: always the same ones, in about 0.3 s of a processor's time. */
const usualWalks = 10
/** On an account that is somebody's own limits are kept to, and what is made stays. */
const usualOnOthers = 3
const lengthOnOthers = 12

const sideBySide = 8

/** What `--explore` says; undefined where it says nothing that is known. */
export function readExtent(text: string): Partial<Pick<Extent, 'walks' | 'forMs'>> | undefined {
  const [, count] = /^([1-9]\d{0,6})-walks?$/.exec(text) ?? []
  if (count !== undefined) return { walks: Number(count) }
  return /^[1-9]\d{0,8}(?:ms|s|m|h|d)$/.test(text) ? { forMs: durationMs(text) } : undefined
}

/** How far the walks of a run go. */
export function extentOf(target: Target, options: ConformanceOptions): Extent {
  const { explore, exploreSeed } = options
  const own = hasOwnAccounts(target)
  const asked = explore === undefined ? undefined : readExtent(explore)
  const usual = own ? usualWalks : usualOnOthers
  return {
    seed: String(exploreSeed ?? `suite ${suiteVersion}`),
    walks: asked === undefined ? usual : (asked.walks ?? Number.POSITIVE_INFINITY),
    ...(asked?.forMs !== undefined && { forMs: asked.forMs }),
    sideBySide: own ? sideBySide : 1,
    length: own ? walkLength : lengthOnOthers,
  }
}

/** The options with a seed that can be named again, where any would do. */
export function withSeed(options: ConformanceOptions): ConformanceOptions {
  return options.exploreSeed === 'random' ? { ...options, exploreSeed: drawSeed() } : options
}

/** A seed that nobody has chosen, short enough to be typed again. */
export function drawSeed(): number {
  return Math.floor(Math.random() * 1_000_000_000)
}
