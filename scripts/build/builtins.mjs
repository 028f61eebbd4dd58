import { isBuiltin } from 'node:module'

/**
 * Has every built-in module imported by its default export. A name that an old Node's module lacks is a SyntaxError
 * before a line is run, and nobody could be told which Node it takes.
 */
export const builtinsByDefault = {
  name: 'builtins by default',
  setup(build) {
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind, namespace }) => {
      if (kind !== 'import-statement' || !isBuiltin(path)) return undefined
      const name = path.replace(/^(?!node:)/, 'node:')
      return namespace === 'builtin'
        ? { path: name, external: true }
        : { path: name, namespace: 'builtin', sideEffects: false }
    })
    build.onLoad({ filter: /^/, namespace: 'builtin' }, async ({ path }) => ({
      contents: [
        `import whole from '${path}'`,
        'export default whole',
        ...Object.keys(await import(path))
          .filter((name) => name !== 'default' && /^[A-Za-z_$][\w$]*$/.test(name))
          .map(
            (name) =>
              `const its_${name} = /* @__PURE__ */ (() => whole.${name})(); export { its_${name} as ${name} }`,
          ),
      ].join('\n'),
    }))
  },
}
