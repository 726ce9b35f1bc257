/** So many of the sites that a search of the fleet finds are counted. */
export const maxFoundSites = 500
