/** In which form a node of the edge runs: by itself, or with nginx in front, which keeps answers of its own. */
export const nodeForms = ['embedded', 'nginx'] as const
export type NodeForm = (typeof nodeForms)[number]
