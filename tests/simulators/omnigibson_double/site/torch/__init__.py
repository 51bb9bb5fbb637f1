"""Tensors that are as inconvenient as real ones: `numpy()` works only after `cpu()`, and not on a gradient."""

import numpy as np

float32 = np.float32


class Tensor:
    def __init__(self, values, device="cpu", attached=True):
        self._values, self.device, self._attached = np.asarray(values), device, attached

    @property
    def dtype(self):
        return self._values.dtype

    @property
    def shape(self):
        return self._values.shape

    def detach(self):
        return Tensor(self._values, self.device, False)

    def cpu(self):
        return Tensor(self._values, "cpu", self._attached)

    def numpy(self):
        if self.device != "cpu":
            raise TypeError("can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu()")
        if self._attached:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy()")
        return self._values


def tensor(values, dtype=None):
    return Tensor(np.array(values, dtype=dtype), attached=False)
