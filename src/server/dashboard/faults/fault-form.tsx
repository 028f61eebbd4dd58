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
import { ActionForm, fieldOf } from '../action-form.tsx'
import type { PageProps } from '../page.ts'
import { effectText } from './scenario-text.ts'

const usual = ['', 'as usual'] as const

/** The labels of the fields, with what an empty one means or an example. */
const words: Readonly<
  Record<ModeField | ConditionField, { readonly label: string; readonly note?: string }>
> = {
  code: { label: 'Error code' },
  phase: { label: 'Takes effect', note: 'beside the request being carried out' },
  status: { label: 'HTTP status', note: 'such as 503' },
  latency_ms: { label: 'Delay', note: 'ms' },
  message: { label: 'Message', note: 'of the error' },
  probability: { label: 'Probability', note: '0 to 1; empty for 1' },
  times: { label: 'How often', note: 'empty for always' },
  after: { label: 'Calls to let pass', note: 'empty for none' },
  starts_in: { label: 'Begins after', note: 'such as 10m; empty for now' },
  lasts: { label: 'Lasts', note: 'such as 1h; empty for no end' },
}

/** Renders the form for any fault: a link for each target, and the modes, operations, codes and fields of the chosen one. */
export function FaultForm({ page }: PageProps) {
  const refused = page.refused?.action === 'add' ? page.refused.values['target'] : undefined
  const asked = refused ?? page.query.get('target')
  const target = findTarget(asked ?? '') ?? 'carrier:*'
  return (
    <details class="more" id="add-fault" open={asked !== null}>
      <summary>More: any fault, with all its fields</summary>
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
      submit="Add it"
      about={target}
      kind="main"
      values={{ target }}
      sample={{ mode: first }}
    >
      <Choice
        {...fieldOf(page, 'add', 'mode')}
        label="Mode"
        options={modes.map((mode) => [mode, effectText(target, mode)])}
      />
      <Choice
        {...fieldOf(page, 'add', 'operation')}
        label="Operation"
        options={operationsOf(target)
          .toReversed()
          .map((name) => (name === '*' ? ['', 'all'] : name))}
      />
      {fieldsOn(target).map((name) => {
        const options = optionsOf(target, name)
        const about = { ...fieldOf(page, 'add', name), ...words[name], modes: modesWith(target, name) }
        return options === undefined ? (
          <TextField {...about} />
        ) : (
          <Choice {...about} options={[usual, ...options]} />
        )
      })}
    </ActionForm>
  )
}

/** Returns the fields that a mode of the target takes, and those that every mode takes. */
function fieldsOn(target: FaultTarget): readonly (ModeField | ConditionField)[] {
  return [
    ...keysOf(modeFields).filter((name) => modesWith(target, name)?.length !== 0),
    ...keysOf(conditionFields),
  ]
}

/** Returns the modes of a target that take a field; undefined for a field that every mode takes. */
function modesWith(target: FaultTarget, name: ModeField | ConditionField): readonly string[] | undefined {
  if (name in conditionFields) return undefined
  return modesOf(target).filter((mode) => findMode(target, mode)?.takes.some((taken) => taken === name))
}

/** Returns the values of a field that has few; undefined for a field with any text. */
function optionsOf(target: FaultTarget, name: ModeField | ConditionField): readonly string[] | undefined {
  const field: Field = { ...modeFields, ...conditionFields }[name]
  if (field.kind === 'choice') return field.choices
  if (name !== 'code') return undefined
  const codes = modesOf(target).flatMap((mode) => allowedCodes({ target, operation: '*', mode }))
  return [...new Set(codes)]
}
