import { conditionFields, type Field, modeFields } from '../../../simulator/faults/fields.ts'
import {
  allowedCodes,
  type FaultTarget,
  faultTargets,
  findMode,
  findTarget,
  modesOf,
  operationsOf,
} from '../../../simulator/faults/targets.ts'
import { Chip, Chips } from '../../pages/components/chips.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { ActionForm, fieldOf } from '../action-form.tsx'
import type { PageProps } from '../page.ts'
import { effectText } from './scenario-text.ts'

const usual = ['', 'as usual'] as const

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
      {fieldsOn(target).map(([name, field]) => {
        const options = optionsOf(target, name, field)
        return options === undefined ? (
          <TextField {...fieldOf(page, 'add', name)} label={name} hint={field.help} />
        ) : (
          <Choice {...fieldOf(page, 'add', name)} label={name} options={[usual, ...options]} />
        )
      })}
    </ActionForm>
  )
}

/** Returns the fields that a mode of the target takes, and those that every mode takes. */
function fieldsOn(target: FaultTarget): readonly (readonly [name: string, field: Field])[] {
  const taken = new Set<string>(modesOf(target).flatMap((mode) => findMode(target, mode)?.takes ?? []))
  const own = Object.entries(modeFields).filter(([name]) => taken.has(name))
  return [...own, ...Object.entries(conditionFields)]
}

/** Returns the values of a field that has few; undefined for a field with any text. */
function optionsOf(target: FaultTarget, name: string, field: Field): readonly string[] | undefined {
  if (field.kind === 'choice') return field.choices
  if (name !== 'code') return undefined
  const codes = modesOf(target).flatMap((mode) => allowedCodes({ target, operation: '*', mode }))
  return [...new Set(codes)]
}
