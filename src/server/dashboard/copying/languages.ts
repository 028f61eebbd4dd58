import type { Context } from '../../../simulator/accounts/context.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import type { Conceal } from '../../service/redact.ts'
import { writePythonTest } from './python-text.ts'
import { maxCopiedRequests, recordTest } from './recorded-test.ts'
import { writeShellTest } from './shell-text.ts'
import type { CopiedTest } from './steps.ts'
import { writeVitestTest } from './vitest-text.ts'

interface Language {
  readonly id: string
  readonly name: string
  /** The name of the downloaded file. */
  readonly file: string
  /** The command that runs the file. */
  readonly command: string
  readonly write: (test: CopiedTest) => string
}

/** The languages in which a test can be copied. The first is the default. */
export const testLanguages = [
  {
    id: 'vitest',
    name: 'vitest',
    file: 'copied.test.ts',
    command: 'npx vitest run copied.test.ts',
    write: writeVitestTest,
  },
  {
    id: 'python',
    name: 'Python unittest',
    file: 'test_copied.py',
    command: 'npx drydock exec -- python3 test_copied.py',
    write: writePythonTest,
  },
  {
    id: 'shell',
    name: 'Shell',
    file: 'copied.sh',
    command: 'npx drydock exec -- bash copied.sh',
    write: writeShellTest,
  },
] as const satisfies readonly Language[]

/** Writes the test that a page's query describes. Throws VALIDATION.FIELD.INVALID for an unknown language or number. */
export function writeCopiedTest(context: Context, query: URLSearchParams, conceal: Conceal) {
  const id = query.get('language') ?? testLanguages[0].id
  const language =
    testLanguages.find((each) => each.id === id) ??
    refuseField('language', `must be one of ${testLanguages.map((each) => each.id).join(', ')}, not "${id}"`)
  const last = query.get('last') ?? String(maxCopiedRequests)
  if (!/^[1-9]\d?$/.test(last) || Number(last) > maxCopiedRequests)
    refuseField('last', `must be a whole number from 1 to ${maxCopiedRequests}, not "${last}"`)
  const test = recordTest(context, Number(last))
  return { language, last, test, code: conceal(language.write(test)) }
}
