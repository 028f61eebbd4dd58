import { BadInput } from '../bad-input.ts'
import { isObject } from '../http/fields.ts'
import { readJson } from '../http/json.ts'
import type { ScriptLine } from './step.ts'

/** A random walk as data, which can be repeated on any account. */
export interface WalkScript {
  readonly seed: string
  /** The id of the rule that the target broke in the walk. */
  readonly rule: string
  readonly steps: readonly ScriptLine[]
}

/** Reads a walk (format `walk/1`), or all walks of a JSON report. Throws BadInput if the text has none. */
export function readWalks(text: string): readonly WalkScript[] {
  const json = readJson(text)
  const rules = isObject(json) && Array.isArray(json['rules']) ? json['rules'] : []
  const reported = rules.flatMap((rule) => {
    const walk = isObject(rule) ? rule['walk'] : undefined
    return isObject(walk) && typeof walk['script'] === 'string' ? [readJson(walk['script'])] : []
  })
  const scripts = [json, ...reported].flatMap((each) => parseScript(each) ?? [])
  if (scripts.length === 0)
    throw new BadInput('--walk: the file must have a walk (format walk/1), or be a JSON report with a walk.')
  return scripts
}

/** Returns the walk in a JSON value; undefined if the value is no walk (format `walk/1`). */
function parseScript(json: unknown): WalkScript | undefined {
  if (!isObject(json) || json['format'] !== 'walk/1') return undefined
  const { seed, breaks, steps } = json
  const [rule] = /^EXPL-\d{3}/.exec(String(breaks)) ?? []
  if (typeof seed !== 'string' || rule === undefined || !Array.isArray(steps)) return undefined
  return steps.every(isScriptLine) ? { seed, rule, steps } : undefined
}

/** Checks the form of a script line, but not the details of its actions. A run ignores an action that lacks details. */
function isScriptLine(step: unknown): step is ScriptLine {
  if (!isObject(step) || typeof step['id'] !== 'string') return false
  if (!('lanes' in step)) return isAction(step['action'])
  const { lanes } = step
  return Array.isArray(lanes) && lanes.every((lane) => Array.isArray(lane) && lane.every(isScriptLine))
}

function isAction(action: unknown): boolean {
  return isObject(action) && typeof action['do'] === 'string' && /^[ab]$/.test(String(action['client']))
}
