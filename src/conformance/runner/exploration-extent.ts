import { durationMs } from '../duration.ts'
import type { Extent } from '../explore/exploration.ts'
import { walkLength } from '../explore/walking.ts'
import type { ConformanceOptions } from '../options.ts'
import { suiteVersion } from '../suite-version.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'

/** The walks of a run without `--explore`: always the same ones, which take about 0.4 s. */
const usualWalks = 8
/** In an account that is not made for the run there are fewer and shorter walks, as limits hold and what is made stays. */
const usualOnOthers = 3
const lengthOnOthers = 12

const sideBySide = 8
/** Few walks learn more from each other: each knows what those of the rounds before have reached. */
const usualSideBySide = 2

/** Reads the value of `--explore`; undefined if it is neither a time nor a number of walks. */
export function readExtent(text: string): Partial<Pick<Extent, 'walks' | 'forMs'>> | undefined {
  const [, count] = /^([1-9]\d{0,6})-walks?$/.exec(text) ?? []
  if (count !== undefined) return { walks: Number(count) }
  return /^[1-9]\d{0,8}(?:ms|s|m|h|d)$/.test(text) ? { forMs: durationMs(text) } : undefined
}

/** How long and how far a run explores, by its options. */
export function extentOf(target: Target, options: ConformanceOptions): Extent {
  const { explore, exploreSeed } = options
  const own = hasOwnAccounts(target)
  const asked = explore === undefined ? undefined : readExtent(explore)
  const usual = own ? usualWalks : usualOnOthers
  return {
    seed: String(exploreSeed ?? `suite ${suiteVersion}`),
    walks: asked === undefined ? usual : (asked.walks ?? Number.POSITIVE_INFINITY),
    ...(asked?.forMs !== undefined && { forMs: asked.forMs }),
    sideBySide: own ? (explore === undefined ? usualSideBySide : sideBySide) : 1,
    length: own ? walkLength : lengthOnOthers,
    goesBeyondRules: explore === undefined,
  }
}

/** The options with a drawn seed in the place of `random`. */
export function withSeed(options: ConformanceOptions): ConformanceOptions {
  return options.exploreSeed === 'random' ? { ...options, exploreSeed: drawSeed() } : options
}

/** Draws a seed that is short enough to type. */
export function drawSeed(): number {
  return Math.floor(Math.random() * 1_000_000_000)
}
