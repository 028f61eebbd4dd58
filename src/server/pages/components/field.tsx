import type { Child } from 'hono/jsx'

interface LabelledProps {
  /** The field's name in the form; the form's id and this name make its HTML id. */
  readonly name: string
  readonly form: string
  /** The name in sentences, such as its errors. */
  readonly label: string
  /** The unit or what empty means, beside the label. */
  readonly note?: string
  /** The values of the form's field `mode` with which this field is sent; script hides it at others. */
  readonly modes?: readonly string[] | undefined
  /** Further help to fill in the field, shown below it. */
  readonly hint?: Child
  /**
   * The reasons why the submitted value is refused. One that begins with a capital is a sentence of its own, any other
   * continues the label.
   */
  readonly error?: string | readonly string[] | undefined
}

interface TextFieldProps extends LabelledProps {
  readonly value?: string | undefined
  readonly type?: 'text' | 'number' | 'url' | 'password' | 'search'
  /** Whether a number may have a fraction. */
  readonly isFraction?: boolean
  readonly placeholder?: string
  readonly isRequired?: boolean
  /** Whether the key `/` focuses this field. */
  readonly isSearch?: boolean
}

export function TextField({
  value,
  type = 'text',
  isFraction = false,
  placeholder,
  isRequired,
  isSearch,
  ...about
}: TextFieldProps) {
  return (
    <Labelled {...about}>
      <input
        {...attributesOf(about)}
        type={type}
        step={isFraction ? 'any' : undefined}
        value={value}
        placeholder={placeholder}
        required={isRequired}
        data-search={isSearch}
        autocomplete="off"
        spellcheck={false}
      />
    </Labelled>
  )
}

interface TextAreaProps extends LabelledProps {
  readonly value?: string | undefined
  readonly rows: number
}

export function TextArea({ value = '', rows, ...about }: TextAreaProps) {
  return (
    <Labelled {...about}>
      <textarea {...attributesOf(about)} rows={rows} spellcheck={false}>
        {value}
      </textarea>
    </Labelled>
  )
}

interface ChoiceProps extends LabelledProps {
  readonly value?: string | undefined
  /** Values with their labels; a text is both. */
  readonly options: readonly (string | readonly [value: string, label: string])[]
}

export function Choice({ value, options, ...about }: ChoiceProps) {
  return (
    <Labelled {...about}>
      <select {...attributesOf(about)}>
        {options
          .map((option) => (typeof option === 'string' ? [option, option] : option))
          .map(([each, label]) => (
            <option value={each} selected={each === value}>
              {label}
            </option>
          ))}
      </select>
    </Labelled>
  )
}

interface FileFieldProps extends LabelledProps {
  /** The types to choose from, such as `.csv,text/csv`. */
  readonly accept: string
}

export function FileField({ accept, ...about }: FileFieldProps) {
  return (
    <Labelled {...about}>
      <input {...attributesOf(about)} type="file" accept={accept} required />
    </Labelled>
  )
}

function Labelled(props: LabelledProps & { readonly children?: Child }) {
  const { children, label, note, modes, hint, error = [], ...about } = props
  const id = idOf(about)
  const reasons = [error].flat()
  return (
    <div class={reasons.length === 0 ? 'field' : 'field wrong'} data-modes={modes?.join(' ')}>
      <label for={id}>
        {label}
        {note === undefined ? null : <span class="muted"> {note}</span>}
      </label>
      {children}
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {reasons.length === 0 ? null : (
        <div class="error" id={`${id}-error`}>
          {reasons.map((reason) => (
            <p>{/^\p{Ll}/u.test(reason) ? `${label} ${reason}.` : `${reason}.`}</p>
          ))}
        </div>
      )}
    </div>
  )
}

function idOf({ form, name }: Pick<LabelledProps, 'form' | 'name'>): string {
  return `${form}-${name}`
}

function attributesOf(about: LabelledProps) {
  const id = idOf(about)
  const described = [about.hint !== undefined && `${id}-hint`, about.error !== undefined && `${id}-error`]
  const describedBy = described.filter((each) => each !== false).join(' ')
  return {
    id,
    name: about.name,
    'aria-invalid': about.error === undefined ? undefined : 'true',
    'aria-describedby': describedBy === '' ? undefined : describedBy,
    // The field with the error may be far down the page, so it gets the focus.
    autofocus: about.error !== undefined || undefined,
  }
}

interface ChecksProps {
  readonly form: string
  readonly label: string
  readonly hint?: Child
  /** The options; each is sent under its own name, as `on`. */
  readonly options: readonly (readonly [name: string, label: string, isTicked: boolean])[]
}

/** Renders a group of checkboxes. */
export function Checks({ form, label, hint, options }: ChecksProps) {
  const hintId = `${form}-checks-hint`
  return (
    <fieldset class="checks" aria-describedby={hint === undefined ? undefined : hintId}>
      <legend>{label}</legend>
      <div class="row">
        {options.map(([name, text, isTicked]) => (
          <label>
            <input type="checkbox" name={name} value="on" checked={isTicked} /> {text}
          </label>
        ))}
      </div>
      {hint === undefined ? null : (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
