// The headers are all there is.
