import {
  type ConditionField,
  conditionFields,
  type Field,
  type ModeField,
  modeFields,
} from '../../../simulator/faults/fields.ts'
import {
  allowedCodes,
  type FaultTarget,
  faultTargets,
  findMode,
  findTarget,
  modesOf,
  operationsOf,
} from '../../../simulator/faults/targets.ts'
import { keysOf } from '../../../simulator/specification/keys-of.ts'
import { Chip, Chips } from '../../pages/components/chips.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import type { PageProps } from '../page.ts'
import { describeFaultEffect } from './scenario-text.ts'

const usualOption = ['', 'as usual'] as const

/** The label of each field, with a note: an example, or the meaning of an empty field. */
const fieldLabels: Readonly<
  Record<ModeField | ConditionField, { readonly label: string; readonly note?: string }>
> = {
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
  const target = findTarget(asked ?? '') ?? 'carrier:*'
  return (
    <details class="more" id="add-fault" open={asked !== null}>
      <summary>Add any fault, with all its fields</summary>
      <Chips label="Target of the fault">
        {faultTargets.map((name) => (
          <Chip
            href={`${page.path}?${new URLSearchParams({ target: name })}#add-fault`}
            isChosen={name === target}
          >
            {name}
          </Chip>
        ))}
      </Chips>
      <TargetForm page={page} target={target} />
      <p>
        <a href="/docs/faults">What each target and mode does</a>
      </p>
    </details>
  )
}

function TargetForm({ page, target }: PageProps & { readonly target: FaultTarget }) {
  const modes = modesOf(target)
  const [first = ''] = modes
  return (
    <ActionForm
      page={page}
      action="add"
      submit="Add fault"
      about={target}
      kind="main"
      values={{ target }}
      sample={{ mode: first }}
    >
      <Choice
        {...readRefusedField(page, 'add', 'mode')}
        label="Mode"
        options={modes.map((mode) => [mode, describeFaultEffect(target, mode)])}
      />
      <Choice
        {...readRefusedField(page, 'add', 'operation')}
        label="Operation"
        options={operationsOf(target)
          .toReversed()
          .map((name) => (name === '*' ? ['', 'all'] : name))}
      />
      {listFaultFields(target).map((name) => {
        const options = listOptions(target, name)
        const about = {
          ...readRefusedField(page, 'add', name),
          ...fieldLabels[name],
          modes: listModes(target, name),
        }
        return options === undefined ? (
          <TextField {...about} />
        ) : (
          <Choice {...about} options={[usualOption, ...options]} />
        )
      })}
    </ActionForm>
  )
}

/** Returns the fields that at least one mode of the target takes, and those that every mode takes. */
function listFaultFields(target: FaultTarget): readonly (ModeField | ConditionField)[] {
  return [
    ...keysOf(modeFields).filter((name) => listModes(target, name)?.length !== 0),
    ...keysOf(conditionFields),
  ]
}

/** Returns the modes of a target that take a field; undefined for a field that every mode takes. */
function listModes(target: FaultTarget, name: ModeField | ConditionField): readonly string[] | undefined {
  if (name in conditionFields) return undefined
  return modesOf(target).filter((mode) => findMode(target, mode)?.takes.some((taken) => taken === name))
}

/** Returns the allowed values of a field; undefined if the field takes any text. */
function listOptions(target: FaultTarget, name: ModeField | ConditionField): readonly string[] | undefined {
  const field: Field = { ...modeFields, ...conditionFields }[name]
  if (field.kind === 'choice') return field.choices
  if (name !== 'code') return undefined
  const codes = modesOf(target).flatMap((mode) => allowedCodes({ target, operation: '*', mode }))
  return [...new Set(codes)]
}
