import type { Context } from '../../../simulator/accounts/context.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import type { Conceal } from '../../service/redact.ts'
import { pythonText } from './python-text.ts'
import { maxCopied, recordedTest } from './recorded-test.ts'
import { shellText } from './shell-text.ts'
import type { CopiedTest } from './steps.ts'
import { vitestText } from './vitest-text.ts'

interface Language {
  readonly id: string
  readonly name: string
  readonly file: string
  readonly command: string
  readonly write: (test: CopiedTest) => string
}

/** The languages that a copied test can have; the first is the default. */
export const languages = [
  {
    id: 'vitest',
    name: 'vitest',
    file: 'copied.test.ts',
    command: 'npx vitest run copied.test.ts',
    write: vitestText,
  },
  {
    id: 'python',
    name: 'Python unittest',
    file: 'test_copied.py',
    command: 'npx drydock exec -- python3 test_copied.py',
    write: pythonText,
  },
  {
    id: 'shell',
    name: 'Shell',
    file: 'copied.sh',
    command: 'npx drydock exec -- bash copied.sh',
    write: shellText,
  },
] as const satisfies readonly Language[]

/** Returns the test that a query asks for. Throws VALIDATION.FIELD.INVALID for an unknown language or count. */
export function copyTest(context: Context, query: URLSearchParams, conceal: Conceal) {
  const id = query.get('language') ?? languages[0].id
  const language =
    languages.find((each) => each.id === id) ??
    refuseField('language', `must be one of ${languages.map((each) => each.id).join(', ')}, not "${id}"`)
  const last = query.get('last') ?? String(maxCopied)
  if (!/^[1-9]\d?$/.test(last) || Number(last) > maxCopied)
    refuseField('last', `must be a whole number from 1 to ${maxCopied}, not "${last}"`)
  const test = recordedTest(context, Number(last))
  return { language, last, test, code: conceal(language.write(test)) }
}
