"""Can the questions be answered without looking? Blind classifiers, their margin over a constant answer, pruning.

    records -> features a blind guesser has (texts; options; lengths) -> k-fold guesses -> scores -> margins -> verdicts

Every guess is made by a model that never saw the answers of the question's own scene, and is the one that its
training answers expect to score best under the task's metric.
"""
