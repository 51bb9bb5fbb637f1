from omnigibson.sensors.vision_sensor import VisionSensor, create_sensor  # noqa: F401
