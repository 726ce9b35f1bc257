import type { Specimen, Specimens } from '../../kit/specimens/specimen.tsx'

export interface NamedSpecimen extends Specimen {
  readonly name: string
  /** The component's file below `src/dashboard`, without the extension: `kit/layout/Panel`. */
  readonly source: string
}

interface Group {
  readonly title: string
  readonly specimens: readonly NamedSpecimen[]
}

/** Each `specimens.tsx`, by its path. */
const files: Readonly<Record<string, Specimens>> = {
  ...import.meta.glob<Specimens>('../../kit/*/*specimens.tsx', { eager: true, import: 'specimens' }),
  ...import.meta.glob<Specimens>('../../features/*/*specimens.tsx', { eager: true, import: 'specimens' }),
}

/** The sections of the gallery: one for each folder that has specimens, those of the kit first. */
export const groups: readonly Group[] = [...Map.groupBy(Object.entries(files), ([path]) => folderOf(path))].map(
  ([folder, entries]) => ({
    title: titleOf(folder),
    specimens: entries
      .flatMap(([, specimens]) => Object.entries(specimens))
      .map(([name, specimen]) => ({ ...specimen, name, source: `${folder}/${name}` })),
  }),
)

/** `../../kit/layout/specimens.tsx` becomes `kit/layout`. */
function folderOf(path: string): string {
  return path.slice('../../'.length, path.lastIndexOf('/'))
}

/** `kit/layout` becomes `Layout`. */
function titleOf(folder: string): string {
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
