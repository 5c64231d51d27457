from django.db import migrations, models

import lobby.names


def give_keys(apps, schema_editor):
    """Two old names that look alike keep theirs; the later one's key is told apart by its number."""
    user = apps.get_model("lobby", "User")
    taken = set()
    for pk, name in user.objects.order_by("pk").values_list("pk", "name").iterator():
        key = lobby.names.name_key(name)
        if key in taken:
            key = f"{key}~{pk}"
        taken.add(key)
        user.objects.filter(pk=pk).update(name_key=key)


class Migration(migrations.Migration):
    dependencies = [("lobby", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="email_verified",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="e-mail verified"
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="name_key",
            field=models.CharField(editable=False, max_length=40, null=True),
        ),
        migrations.AlterField(
            model_name="user",
            name="name",
            field=models.CharField(
                max_length=20,
                unique=True,
                validators=[lobby.names.validate_name],
                verbose_name="name",
            ),
        ),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="name_key",
            field=models.CharField(editable=False, max_length=40, null=True, unique=True),
        ),
    ]
