import { conditionFields, modeFields } from '../../../simulator/faults/fields.ts'
import {
  type FaultTarget,
  faultTargets,
  findMode,
  findTargetName,
  listAllowedCodes,
  modesOf,
  operationsOf,
} from '../../../simulator/faults/targets.ts'
import { keysOf } from '../../../simulator/specification/keys-of.ts'
import { Chip, Chips } from '../../pages/components.ts'
import { ActionForm } from '../action-form.tsx'
import type { PageProps } from '../page.ts'
import { describeFaultEffect } from './scenarios.tsx'

type FieldName = keyof typeof modeFields | keyof typeof conditionFields

/** The label of each field, with a note: an example, or the meaning of an empty field. */
const fieldLabels: Readonly<Record<FieldName, { readonly label: string; readonly note?: string }>> = {
  code: { label: 'Error code' },
  phase: { label: 'Takes effect', note: 'before or after the request is carried out' },
  status: { label: 'HTTP status', note: 'such as 503' },
  latency_ms: { label: 'Delay', note: 'ms' },
  message: { label: 'Message', note: 'of the error' },
  probability: { label: 'Probability', note: '0 to 1; empty for 1' },
  times: { label: 'How often', note: 'empty for always' },
  after: { label: 'Calls to let pass', note: 'empty for none' },
  starts_in: { label: 'Begins after', note: 'such as 10m; empty for now' },
  lasts: { label: 'Lasts', note: 'such as 1h; empty for no end' },
}

/** Renders the form that adds any fault: links to choose its target, and the fields of the chosen target. */
export function FaultForm({ page }: PageProps) {
  const refused = page.refused?.action === 'add' ? page.refused.values['target'] : undefined
  const asked = refused ?? page.query.get('target')
  const target = findTargetName(asked ?? '') ?? 'carrier:*'
  return (
    <details class="more" id="add-fault" open={asked !== null}>
      <summary>Add any fault, with all its fields</summary>
      <Chips label="Target of the fault">
        {faultTargets.map((name) => {
          const query = new URLSearchParams({ target: name })
          return (
            <Chip href={`${page.path}?${query}#add-fault`} isChosen={name === target}>
              {name}
            </Chip>
          )
        })}
      </Chips>
      <TargetForm page={page} target={target} />
      <p>
        <a href="/docs/faults">What each target and mode does</a>
      </p>
    </details>
  )
}

function TargetForm({ page, target }: PageProps & { readonly target: FaultTarget }) {
  const modes = modesOf(target).map((mode) => [mode, describeFaultEffect(target, mode)] as const)
  const operations = operationsOf(target)
    .toReversed()
    .map((name) => (name === '*' ? (['', 'all'] as const) : name))
  const fields = listFaultFields(target).map((name) => {
    const about = { name, ...fieldLabels[name], modes: listModes(target, name) }
    const options = listOptions(target, name)
    return options === undefined ? about : { ...about, options: [['', 'as usual'] as const, ...options] }
  })
  const add = { page, action: 'add', submit: 'Add fault', about: target, kind: 'main' } as const
  const choices = [
    { name: 'mode', label: 'Mode', options: modes },
    { name: 'operation', label: 'Operation', options: operations },
  ]
  const sample = { mode: modes[0]?.[0] ?? '' }
  return <ActionForm {...add} values={{ target }} sample={sample} fields={[...choices, ...fields]} />
}

/** Returns the fields that at least one mode of the target takes, and those that every mode takes. */
function listFaultFields(target: FaultTarget): readonly FieldName[] {
  return [
    ...keysOf(modeFields).filter((name) => listModes(target, name)?.length !== 0),
    ...keysOf(conditionFields),
  ]
}

/** Returns the modes of a target that take a field; undefined for a field that every mode takes. */
function listModes(target: FaultTarget, name: FieldName): readonly string[] | undefined {
  if (name in conditionFields) return undefined
  return modesOf(target).filter((mode) => findMode(target, mode)?.takes.some((taken) => taken === name))
}

/** Returns the allowed values of a field; undefined if the field takes any text. */
function listOptions(target: FaultTarget, name: FieldName): readonly string[] | undefined {
  const field = { ...modeFields, ...conditionFields }[name]
  if (field.kind === 'choice') return field.choices
  if (name !== 'code') return undefined
  const codes = modesOf(target).flatMap((mode) => listAllowedCodes({ target, operation: '*', mode }))
  return [...new Set(codes)]
}
