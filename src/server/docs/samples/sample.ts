import { type Call, type Caller, listScriptCalls } from '../model/calls.ts'
import type { ReferenceOperation } from '../model/operations.ts'

/** A request and the earlier requests that provide its ids, before they are written in a programming language. */
export interface Sample {
  readonly url: string
  readonly key: string
  readonly steps: readonly SampleStep[]
}

export interface SampleStep {
  readonly title: string
  readonly method: string
  /** The path of the request. It may contain ids of earlier steps, such as `$LABEL`. */
  readonly path: string
  /** The JSON body of the request. Its texts may contain ids of earlier steps, too. */
  readonly body: unknown
  /** The id in the response that later steps use; null on the last step. */
  readonly gives: SampleId | null
  /** The file in which the sample saves a response that is no text; null for text. */
  readonly file: string | null
}

/** An id in a response. */
export interface SampleId {
  /** The name of the variable for the id, such as `RATE`. */
  readonly variable: string
  /** The path of the id in the response, such as `['rates', 0, 'id']`. */
  readonly path: readonly (string | number)[]
  /** A regular expression that finds the id in the text of the response. */
  readonly pattern: string
}

/** Returns the requests that an operation's curl script sends. */
export function createSample(operation: ReferenceOperation, { url, key }: Caller): Sample {
  return { url, key, steps: listScriptCalls(operation).map(toSampleStep) }
}

function toSampleStep({ title, line, gives }: Call): SampleStep {
  const [, file = null, given, path] = /^curl -s (?:-o (\S+) )?(?:-X (\w+) )?\$DRYDOCK(\S+)/.exec(line) ?? []
  if (path === undefined) throw new Error(`The line has no URL: ${line}`)
  const [, quote, text] = / -d (['"])([\s\S]*)\1$/.exec(line) ?? []
  const body: unknown =
    text === undefined ? undefined : JSON.parse(quote === '"' ? text.replaceAll('\\"', '"') : text)
  const method = given ?? (body === undefined ? 'GET' : 'POST')
  return { title, method, path, body, gives: gives === null ? null : readSampleId(gives), file }
}

/** Returns where a response has the id of a variable: for `RATE` in the first rate, else at the top level. */
function readSampleId({ variable, finder }: NonNullable<Call['gives']>): SampleId {
  const [, pattern = ''] = /'([^']+)'/.exec(finder) ?? []
  return { variable, path: variable === 'RATE' ? ['rates', 0, 'id'] : ['id'], pattern }
}
