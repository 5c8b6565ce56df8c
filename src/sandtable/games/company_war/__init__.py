"""Company War: two fleets, secretly plotted jumps, strategic or tactical battles."""
