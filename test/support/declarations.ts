import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type EcmaScriptModule, type Program, parseSync, type Span, Visitor } from 'oxc-parser'

/** A name that the library declares, or a member of such a name. */
export interface DeclaredName {
  /** The name with the names of the declarations around it, such as `WalletChange.auto_reload.amount_cents`. */
  readonly path: string
  readonly isCallable: boolean
  /** Whether the name is a member of an object type that has no name of its own, inside another type. */
  readonly isInline: boolean
  /** The docstring of the name, without comment marks; undefined if there is none. */
  readonly docstring: string | undefined
}

/** A declaration with its members, and the types that it mentions. */
interface Declaration {
  readonly names: DeclaredName[]
  readonly mentioned: string[]
}

interface Origin {
  readonly file: string
  readonly name: string
}

interface Module {
  readonly declarations: ReadonlyMap<string, Declaration>
  /** For each name that this module does not declare: the file and name of its declaration. */
  readonly origins: ReadonlyMap<string, Origin>
  readonly exported: readonly string[]
}

type DocstringAt = (start: number) => string | undefined

/**
 * Returns every name that the `.d.ts` file of an entry exports, the types that these names mention, and the members of
 * all. Leaves out names of other packages.
 */
export function listDeclaredNames(entry: string): readonly DeclaredName[] {
  const modules = new Map<string, Module>()
  const found = new Set<Declaration>()
  const collectDeclarations = ({ file, name }: Origin): void => {
    const module = modules.get(file) ?? readModule(file)
    modules.set(file, module)
    const declaration = module.declarations.get(name)
    const origin = module.origins.get(name)
    if (declaration === undefined && origin !== undefined) collectDeclarations(origin)
    if (declaration === undefined || found.has(declaration)) return
    found.add(declaration)
    for (const mentioned of declaration.mentioned) collectDeclarations({ file, name: mentioned })
  }
  for (const name of readModule(entry).exported) collectDeclarations({ file: entry, name })
  return [...found].flatMap(({ names }) => names)
}

/** Parses a `.d.ts` file and returns its declarations, and the names that it exports and imports. */
function readModule(file: string): Module {
  const text = readFileSync(file, 'utf8')
  const { program, comments, module, errors } = parseSync(file, text)
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  const docstrings = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  const docstringAt: DocstringAt = (start) =>
    docstrings
      .find(
        ({ end }) => end <= start && /^\s*(?:export )?(?:declare )?(?:const )?$/.test(text.slice(end, start)),
      )
      ?.value.replaceAll(/^ *\*+ ?/gm, '')
      .trim()
  return { ...readLinks(file, module), declarations: readDeclarations(text, program, docstringAt) }
}

/**
 * Returns the names that a module exports. For each name that the module imports, returns the file and name of its
 * declaration.
 */
function readLinks(file: string, module: EcmaScriptModule): Pick<Module, 'origins' | 'exported'> {
  const origins = new Map<string, Origin>()
  const addOrigin = (name: string, specifier: string | undefined, nameThere = name) => {
    if (specifier === undefined) origins.set(name, { file, name: nameThere })
    else if (specifier.startsWith('.'))
      origins.set(name, { file: resolveOrigin(file, specifier), name: nameThere })
  }
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName, localName } of entries)
      addOrigin(localName.value, moduleRequest.value, importName.name ?? undefined)
  const exported = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ exportName, importName, localName, moduleRequest }) => {
      const specifier = moduleRequest?.value
      if (exportName.name === null && specifier !== undefined) {
        const names = readModule(resolveOrigin(file, specifier)).exported
        for (const name of names) addOrigin(name, specifier)
        return names
      }
      const name = exportName.name ?? ''
      const nameThere = importName.name ?? localName.name ?? name
      if (specifier !== undefined || name !== nameThere) addOrigin(name, specifier, nameThere)
      return [name]
    })
  return { origins, exported }
}

function resolveOrigin(file: string, specifier: string): string {
  return resolve(dirname(file), specifier.replace(/\.ts$/, '.d.ts'))
}

/**
 * Returns the declarations at the top of a module, by name. Leaves out private members, constructors, the name of an error,
 * and the patterns of conditional types.
 */
function readDeclarations(text: string, program: Program, docstringAt: DocstringAt): Module['declarations'] {
  const declarations = new Map<string, Declaration>()
  const path: string[] = []
  let current: Declaration = { names: [], mentioned: [] }
  let literals = 0
  const leaveDeclaration = () => void path.pop()
  const enterHidden = () => path.push('')
  const enterDeclaration = (name: string, start: number, isCallable = false) => {
    path.push(name)
    if (path.length === 1) {
      current = { names: [], mentioned: [] }
      declarations.set(name, current)
    }
    if (path.includes('')) return
    current.names.push({
      path: path.join('.'),
      isCallable,
      isInline: literals > 0,
      docstring: docstringAt(start),
    })
  }
  const noteMentionedType = ({ type, ...named }: { readonly type: string; readonly name?: unknown }) => {
    if (type === 'Identifier' && typeof named.name === 'string') current.mentioned.push(named.name)
  }
  const enterMember = ({ start, key }: Span & { readonly key: Span }, isCallable = false) =>
    enterDeclaration(text.slice(key.start, key.end), start, isCallable)
  new Visitor({
    TSInterfaceDeclaration: ({ id, start }) => enterDeclaration(id.name, start),
    'TSInterfaceDeclaration:exit': leaveDeclaration,
    TSTypeAliasDeclaration: ({ id, start }) => enterDeclaration(id.name, start),
    'TSTypeAliasDeclaration:exit': leaveDeclaration,
    TSDeclareFunction: ({ id, start }) => enterDeclaration(id?.name ?? '', start, true),
    'TSDeclareFunction:exit': leaveDeclaration,
    ClassDeclaration: ({ id, start, superClass }) => {
      enterDeclaration(id?.name ?? '', start)
      if (superClass !== null) noteMentionedType(superClass)
    },
    'ClassDeclaration:exit': leaveDeclaration,
    VariableDeclarator: ({ id, start }) =>
      enterDeclaration(text.slice(id.start, id.end).split(':')[0] ?? '', start),
    'VariableDeclarator:exit': leaveDeclaration,
    TSTypeLiteral: () => void literals++,
    'TSTypeLiteral:exit': () => void literals--,
    TSPropertySignature: (node) => enterMember(node),
    'TSPropertySignature:exit': leaveDeclaration,
    TSMethodSignature: (node) => enterMember(node, true),
    'TSMethodSignature:exit': leaveDeclaration,
    PropertyDefinition: (node) => {
      const name = text.slice(node.key.start, node.key.end)
      if (node.accessibility === 'private' || /^#|^name$/.test(name)) enterHidden()
      else enterMember(node)
    },
    'PropertyDefinition:exit': leaveDeclaration,
    MethodDefinition: (node) => (node.kind === 'constructor' ? enterHidden() : enterMember(node, true)),
    'MethodDefinition:exit': leaveDeclaration,
    TSConditionalType: enterHidden,
    'TSConditionalType:exit': leaveDeclaration,
    TSTypeReference: ({ typeName }) => noteMentionedType(typeName),
    TSInterfaceHeritage: ({ expression }) => noteMentionedType(expression),
    TSClassImplements: ({ expression }) => noteMentionedType(expression),
  }).visit(program)
  return declarations
}
