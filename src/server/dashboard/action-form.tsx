import type { Child } from 'hono/jsx'
import { ApiError } from '../../simulator/specification/errors.ts'
import { commandLine } from '../command-line.ts'
import { Button } from '../pages/components/button.tsx'
import { CodeBlock } from '../pages/components/code-block.tsx'
import type { NextCall } from './control-call.ts'
import { curlLines, tokenLine } from './curl-lines.ts'
import type { FormValues, PageProps, PageRequest } from './page.ts'

interface ActionFormProps extends PageProps {
  /** The page's action that the form submits. */
  readonly action: string
  /** The text of its button. */
  readonly submit: string
  readonly kind?: 'main' | 'plain' | 'danger'
  /** Values that the form sends besides its fields. */
  readonly values?: FormValues
  /** Sample values for the commands, used for fields that are empty. */
  readonly sample?: FormValues
  /** The object of the action, for screen readers: needed if a page has several similar forms. */
  readonly about?: string
  /** A question to confirm first, for an action that cannot be undone. */
  readonly confirm?: string
  /** The class of a form that is laid out in its own way. */
  readonly layout?: string
  /** A second button, which sends a value of its own. */
  readonly second?: { readonly name: string; readonly value: string; readonly submit: string }
  /** Whether the form sends a file. */
  readonly hasFile?: boolean
  /** Whether it shows the equivalent commands; by default it does. */
  readonly hasCommands?: boolean
  readonly children?: Child
}

/** Renders a form for an action of its page, with the equivalent commands. */
export function ActionForm(props: ActionFormProps) {
  const { page, action, submit, kind = 'plain', values = {}, about, confirm, second, children } = props
  const layout = props.layout ?? (children === undefined ? 'inline' : 'inline filled')
  const button = (
    <Button kind={kind} label={about === undefined ? undefined : `${submit}: ${about}`}>
      {submit}
    </Button>
  )
  return (
    <div class="action">
      <form
        class={layout}
        method="post"
        enctype={props.hasFile === true ? 'multipart/form-data' : undefined}
        // With the query, a refused form is shown on the same page, and keeps what the page was filled with.
        action={page.address}
      >
        <input type="hidden" name="do" value={action} />
        <input type="hidden" name="token" value={page.formToken(action)} />
        {Object.entries({ ...values, ...(confirm !== undefined && { asks: confirm, verb: submit }) }).map(
          ([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ),
        )}
        {children}
        {second === undefined ? (
          button
        ) : (
          <div class="row buttons">
            {button}
            <Button
              name={second.name}
              value={second.value}
              label={about === undefined ? undefined : `${second.submit}: ${about}`}
            >
              {second.submit}
            </Button>
          </div>
        )}
      </form>
      {isRefusedHere(props) ? <p class="error">{page.refused?.message}</p> : null}
      {props.hasCommands === false ? null : (
        <>
          <Commands
            page={page}
            calls={callsOf(props)}
            of={about === undefined ? submit : `${submit}: ${about}`}
          />
          {second === undefined ? null : (
            <Commands
              page={page}
              calls={callsOf({ ...props, values: { ...values, [second.name]: second.value } })}
              of={about === undefined ? second.submit : `${second.submit}: ${about}`}
              sends={`${second.name}=${second.value}`}
            />
          )}
        </>
      )}
    </div>
  )
}

/** Whether exactly this form was refused, among those with its action, and not because of one field. */
function isRefusedHere({ page: { refused }, action, values = {} }: ActionFormProps): boolean {
  // The notice at the top has a refusal of the service.
  if (refused?.action !== action || refused.errors.size > 0 || refused.requestId !== undefined) return false
  return Object.entries(values).every(([name, value]) => refused.values[name] === value)
}

/** Returns the calls of a form as it is rendered: with the refused values, or if they make no call, with the sample. */
function callsOf({ page, action, values = {}, sample = {} }: ActionFormProps): readonly NextCall[] {
  const { refused, actions, context } = page
  const given = Object.entries(refused?.action === action ? refused.values : {}).filter(
    ([, value]) => value !== '',
  )
  const callWith = (typed: FormValues) =>
    [actions[action]?.call({ ...sample, ...typed, ...values }, context) ?? []].flat()
  try {
    return callWith(Object.fromEntries(given))
  } catch (error) {
    if (error instanceof ApiError) return callWith({})
    throw error
  }
}

interface CommandsProps extends PageProps {
  readonly calls: readonly NextCall[]
  /** The effect of the calls, in words. */
  readonly of: string
  /** The field that a second button sends, as `name=value`. */
  readonly sends?: string
}

/** Renders calls as shell lines: with `drydock`, if it has a command for them, and with curl. A switch shows them. */
export function Commands({ page, calls, of, sends }: CommandsProps) {
  if (calls.length === 0) return null
  const { id } = page.context
  const lines = calls.flatMap((call) =>
    'command' in call && call.command !== undefined ? commandLine(page.url, id, call.command) : [],
  )
  const { conceal } = page.server
  return (
    <div class="commands" data-of={of} data-sends={sends}>
      {lines.length === 0 ? null : (
        <CodeBlock
          label={`${of} with drydock`}
          code={conceal([...(page.isGuarded ? [tokenLine] : []), ...lines].join('\n'))}
        />
      )}
      <CodeBlock label={`${of} with curl`} code={curlLines(page, calls)} />
    </div>
  )
}

interface TypedForm {
  readonly action: string
  /** The effect of the form, in words. */
  readonly about: string
  readonly values: FormValues
}

/** Renders the commands of a form with the values that it has now; a sentence if they make no call. */
export function showCommands(page: PageRequest, { action, about, values }: TypedForm) {
  try {
    const calls = [page.actions[action]?.call(values, page.context) ?? []].flat()
    return <Commands page={page} calls={calls} of={about} />
  } catch (error) {
    if (error instanceof ApiError)
      return <p class="muted">The form refuses what it holds now, so no command does the same.</p>
    throw error
  }
}

/** Returns a field as `fieldOf` does, with the value of the page's query until its form is submitted. */
export function queriedField(page: PageRequest, action: string, name: string, usual?: string) {
  return { value: page.query.get(name) ?? usual, ...fieldOf(page, action, name) }
}

/** Returns a field's value and errors after its form was refused. */
export function fieldOf(page: PageRequest, action: string, name: string) {
  const { refused } = page
  const isHere = refused?.action === action
  return {
    form: action,
    name,
    ...(isHere && { value: refused.values[name] }),
    error: isHere ? refused.errors.get(name) : undefined,
  }
}
