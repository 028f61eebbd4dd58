import { conditionFields, type Field, modeFields } from '../../simulator/faults/fields.ts'
import type { ControlCall } from './control-call.ts'
import { word } from './control-call.ts'
import { numberIn } from './form.ts'
import type { FormValues } from './page.ts'

/** The fields of a fault beside target, operation and mode, by name. */
export const faultFields: Readonly<Record<string, Field>> = { ...modeFields, ...conditionFields }

/** The call that adds a fault, of what a form held; what was left empty is left out. */
export function addFaultCall(values: FormValues): ControlCall {
  const body: Record<string, unknown> = {}
  const options: string[] = []
  for (const [name, value] of Object.entries(values)) {
    if (value === '') continue
    body[name] = numberOr(value, faultFields[name])
    if (name !== 'target' && name !== 'mode') options.push(`--${name.replaceAll('_', '-')} ${word(value)}`)
  }
  const { target = '', mode = '' } = values
  const command = ['fault add', word(target), mode, ...options].join(' ')
  return { call: 'POST /accounts/{account}/faults', body, command }
}

/** A number where the field holds one. */
function numberOr(value: string, field: Field | undefined): unknown {
  const isNumber = field?.kind === 'whole' || field?.kind === 'fraction'
  return isNumber ? numberIn(value) : value
}
