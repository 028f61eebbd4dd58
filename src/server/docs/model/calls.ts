import { tokenHeader } from '../../command-line.ts'
import { operations, type ReferenceOperation } from './operations.ts'
import { readPackageFile } from './package-files.ts'

/** Reads the curl lines of docs/api.md, and finds the earlier calls whose ids each line needs. */

/** A call in docs/api.md: its curl line, and the id in its response that later calls need. */
export interface Call {
  readonly title: string
  /** The curl line, with the variables `$DRYDOCK`, `$KEY` and ids of earlier calls. */
  readonly line: string
  /** The id in the response that later calls use, if any: its shell variable, and the command that finds it. */
  readonly gives: { readonly variable: string; readonly finder: string } | null
}

/** The URL, the key and the account that the calls shown to a reader use. */
export interface Caller {
  readonly url: string
  readonly key: string
  /** The account of the key, for calls of the control protocol. */
  readonly account: string
  /** Whether the control protocol needs no token. */
  readonly isOpen: boolean
}

/** A step of a shell script, with its title. */
export interface Step {
  readonly title: string
  readonly code: string
}

/**
 * Returns a shell script that makes one call of an operation and prints its response. The script also makes the earlier
 * calls that provide its ids.
 */
export function renderOperationScript(operation: ReferenceOperation, caller: Caller): string {
  const line = findCurlLine(operation)
  return joinSteps([...listIdSteps(line), { title: operation.summary, code: line }], caller)
}

/** Returns the calls of the script of an operation, in their order: first the calls that provide ids. */
export function listScriptCalls(operation: ReferenceOperation): readonly Call[] {
  const line = findCurlLine(operation)
  return [...listNeededCalls(line), { title: operation.summary, line, gives: null }]
}

/** Returns the script steps that set the id variables in a curl line. */
export function listIdSteps(line: string): readonly Step[] {
  return listNeededCalls(line).map((call) => ({ title: call.title, code: renderIdStep(call) }))
}

/** Joins steps to a shell script. If there are several, the title of each step is a comment above it. */
export function joinSteps(steps: readonly Step[], caller: Caller): string {
  const [only, ...others] = steps
  const script =
    only !== undefined && others.length === 0
      ? only.code
      : steps.map(({ title, code }) => `# ${title}\n${code}`).join('\n\n')
  return fillInVariables(script, caller)
}

/** Returns the curl line of an operation, with the variables `$DRYDOCK`, `$KEY` and ids. */
export function findCurlLine({ name, summary, method, path, isOpen }: ReferenceOperation): string {
  const call = calls.find(({ title }) => title === summary)
  if (call !== undefined) return call.line
  if (method !== 'GET') throw new Error(`docs/api.md shows no call of ${name}.`)
  const header = isOpen ? '' : ` -H "Authorization: Bearer $KEY"`
  return `curl -s -o label.pdf $DRYDOCK${path.replace('{id}', '$LABEL')}${header}`
}

/** Returns the calls that provide the ids in a curl line, each after the calls that it needs itself. */
function listNeededCalls(line: string): readonly Call[] {
  const needed = [...line.matchAll(/\$([A-Z]+)/g)].flatMap(([, variable = '']) => {
    if (variable === 'DRYDOCK' || variable === 'KEY') return []
    const call = calls.find(({ gives }) => gives?.variable === variable)
    if (call === undefined) throw new Error(`No call of docs/api.md sets the variable $${variable}.`)
    return [...listNeededCalls(call.line), call]
  })
  return [...new Set(needed)]
}

/** Returns the shell line that makes a call and stores the id in its response in a variable. */
function renderIdStep({ line, gives }: Call): string {
  return gives === null ? line : `${gives.variable}=$(${line} | ${gives.finder})`
}

/** Replaces the variables of a script by the caller's values, and puts each header on its own line. */
function fillInVariables(script: string, { url, key, account, isOpen }: Caller): string {
  return (isOpen ? script : addControlToken(script))
    .replaceAll(' -H ', ' \\\n  -H ')
    .replaceAll('$DRYDOCK', () => url)
    .replaceAll('$KEY', () => key)
    .replaceAll('$ACCOUNT', () => account)
}

/** Adds the control token to the curl lines of the control protocol in a script. */
function addControlToken(script: string): string {
  return script.replaceAll(/"?\$DRYDOCK\/_drydock\S*/g, (call) => `${call} ${tokenHeader}`)
}

const calls: readonly Call[] = parseCalls(readPackageFile('docs/api.md'))

/** Returns the first `sh run` block of each section, by the section's title. */
function parseCalls(page: string): readonly Call[] {
  const [, ...sections] = page.split('\n## ')
  return sections.flatMap((section) => {
    const [title = '', ...lines] = section.split('\n')
    const from = lines.indexOf('```sh run')
    return from === -1 ? [] : [parseCall(title, lines.slice(from + 1, lines.indexOf('```', from)))]
  })
}

/** Parses the lines of a call. The last line may read an id from the file to which curl writes the response. */
function parseCall(title: string, lines: readonly string[]): Call {
  const [call = '', taking = ''] = lines.slice(-2)
  const [, variable = '', grep = '', file = '', head = ''] =
    /^([A-Z]+)=\$\((grep -o '[^']*') (\S+)( \| head -1)?\)$/.exec(taking) ?? []
  const storing = ` > ${file}`
  if (variable === '' || !call.endsWith(storing)) return { title, line: lines.join('\n'), gives: null }
  const line = [...lines.slice(0, -2), call.slice(0, -storing.length)].join('\n')
  return { title, line, gives: { variable, finder: grep + head } }
}

/** Returns the titles of calls in docs/api.md that no page shows, because no operation has the title. */
export function listUnusedCalls(): readonly string[] {
  return calls
    .map(({ title }) => title)
    .filter((title) => operations.every(({ summary }) => summary !== title))
}
