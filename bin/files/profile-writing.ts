import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { BadInput } from '../../src/conformance/bad-input.ts'
import { createRedactor } from '../../src/conformance/http/redaction.ts'
import type { ConformanceOptions } from '../../src/conformance/options.ts'
import { plural } from '../../src/conformance/plural.ts'
import { neutralise } from '../../src/conformance/report/neutral-text.ts'
import { findFileProblem, writeWholeFile } from '../../src/conformance/report/report-files.ts'
import { type LearnedProfile, learnProfile } from '../../src/conformance/runner/learned-profile.ts'
import { print } from '../printing/output.ts'

const defaultProfileFile = 'drydock.profile.json'

/**
 * Returns the file that `--profile init` or `--profile init=FILE` writes; undefined if --profile names a file to read.
 */
export function readProfileOutputFile(optionText: string | undefined): string | undefined {
  if (optionText === 'init') return defaultProfileFile
  return optionText?.startsWith('init=') ? optionText.slice('init='.length) || defaultProfileFile : undefined
}

/**
 * Writes a profile from a target's responses, and prints which fields it could not learn. Resolves with the exit
 * status.
 */
export async function writeProfile(
  options: ConformanceOptions,
  { file, overwrites }: { readonly file: string; readonly overwrites: boolean },
): Promise<number> {
  checkProfileFile(file, overwrites)
  const { learned, report } = await learnProfile(options)
  if (learned === undefined) {
    const why = report.stopped?.reason ?? report.rules[0]?.reason ?? 'the target sent no usable response'
    process.stderr.write(`drydock: nothing is learned, and no profile written. ${neutralise(why)}\n`)
    return 3
  }
  try {
    writeWholeFile(file, `${JSON.stringify(learned.profile, null, 2)}\n`)
  } catch (error) {
    throw new BadInput(
      `--profile init: ${file} cannot be written: ${error instanceof Error ? error.message : error}`,
    )
  }
  const where = `The profile is in ${file}; ${plural(report.requests, 'request')}, nothing was bought.`
  print([where, ...describeLearnedProfile(learned, options), ''].map(neutralise).join('\n'))
  return 0
}

/**
 * Checks the file of the profile before the first request. Throws BadInput if the file cannot be written, or exists and
 * must not be overwritten.
 */
function checkProfileFile(file: string, overwrites: boolean): void {
  if (existsSync(file) && !overwrites) {
    throw new BadInput(
      `--profile init: ${file} exists already. Give --overwrite to replace the file, or name another file: --profile init=FILE.`,
    )
  }
  const trouble = findFileProblem(resolve(file))
  if (trouble !== undefined) throw new BadInput(`--profile init: ${file} cannot be written: ${trouble}.`)
}

function describeLearnedProfile(
  { profile, unlearned }: LearnedProfile,
  { key, liveKey }: ConformanceOptions,
): readonly string[] {
  // The profile contains texts from the target. A text may contain the key or an address, so secrets in it are masked.
  const { addSecret, redact } = createRedactor()
  for (const secret of [key, liveKey]) if (secret !== undefined) addSecret(secret)
  const names = [
    ...Object.keys(profile.addresses ?? {}).map((name) => `addresses.${name}`),
    ...Object.keys(profile.parcels ?? {}).map((name) => `parcels.${name}`),
    ...(profile.carriers === undefined ? [] : [`carriers (${profile.carriers.join(', ')})`]),
    ...Object.entries(profile.limits ?? {}).map(([endpoint, limit]) => `limits of ${endpoint} (${limit})`),
  ]
  return [
    ...(names.length === 0 ? [] : ['Learned:', ...names.map((each) => `  ${each}`)]),
    ...(unlearned.length === 0 ? [] : ['Not learned:', ...unlearned.map((each) => `  ${redact(each)}`)]),
    'Not tried: whether the undeliverable address and the overweight parcel are refused at purchase.',
  ]
}
