"""The stages of the pipeline, thin: settings and files in, files and a report out."""
